-- Names that are kept: nobody else can have them.
CREATE TABLE accounts (
  person TEXT PRIMARY KEY,
  name_key TEXT NOT NULL UNIQUE, -- the name in lower case
  password TEXT NOT NULL, -- argon2id
  recovery TEXT NOT NULL, -- SHA-256 of a code of 120 random bits
  created_at BIGINT NOT NULL
) WITHOUT ROWID;

-- Everybody who ever sat at a table, also if they left before the start.
CREATE TABLE sat (
  person TEXT NOT NULL,
  table_id TEXT NOT NULL,
  PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
INSERT INTO sat (person, table_id) SELECT person, table_id FROM seated;

CREATE TABLE ratings (
  person TEXT NOT NULL,
  game TEXT NOT NULL,
  players BIGINT NOT NULL,
  rating DOUBLE PRECISION NOT NULL,
  uncertainty DOUBLE PRECISION NOT NULL,
  points BIGINT NOT NULL,
  games BIGINT NOT NULL,
  PRIMARY KEY (person, game, players)
) WITHOUT ROWID;
CREATE INDEX ratings_best ON ratings (game, players, points);

-- Finished games; the key sees to it that none is rated twice.
CREATE TABLE placings (
  person TEXT NOT NULL,
  table_id TEXT NOT NULL,
  game TEXT NOT NULL,
  players BIGINT NOT NULL,
  place BIGINT NOT NULL,
  score BIGINT NOT NULL,
  points_before BIGINT, -- NULL: not rated
  points_after BIGINT,
  at BIGINT NOT NULL,
  PRIMARY KEY (person, table_id)
) WITHOUT ROWID;

CREATE TABLE notices (
  person TEXT NOT NULL,
  table_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  at BIGINT NOT NULL,
  seen BIGINT NOT NULL,
  PRIMARY KEY (person, table_id, kind)
) WITHOUT ROWID;
CREATE INDEX notices_at ON notices (at);

CREATE TABLE blocks (
  person TEXT NOT NULL,
  blocked TEXT NOT NULL,
  PRIMARY KEY (person, blocked)
) WITHOUT ROWID;

CREATE TABLE reports (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  reporter TEXT NOT NULL,
  person TEXT NOT NULL,
  table_id TEXT,
  line BIGINT,
  said TEXT, -- the line as it was
  text TEXT NOT NULL,
  closed BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX reports_open ON reports (closed, at);
CREATE INDEX reports_by ON reports (reporter, at);

CREATE TABLE bans (
  person TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  at BIGINT NOT NULL
) WITHOUT ROWID;
