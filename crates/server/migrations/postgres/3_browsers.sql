-- What the site keeps for itself, the same for all nodes.
CREATE TABLE site (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- Browsers that want notices pushed; each goes with the session that asked for it.
CREATE TABLE browsers (
  endpoint TEXT PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (hash) ON DELETE CASCADE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX browsers_of ON browsers (session);
CREATE INDEX sessions_of ON sessions (person);
