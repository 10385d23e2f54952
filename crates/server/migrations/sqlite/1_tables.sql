CREATE TABLE people (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
  hash TEXT PRIMARY KEY, -- SHA-256 of the token: a copy of the database lets nobody in
  person TEXT NOT NULL,
  seen_at BIGINT NOT NULL
) WITHOUT ROWID;

CREATE TABLE tables (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  public BIGINT NOT NULL,
  info TEXT NOT NULL,
  changed_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_listed ON tables (public, status, changed_at);

-- The truth: a table is the fold of its steps.
CREATE TABLE steps (
  table_id TEXT NOT NULL,
  version BIGINT NOT NULL,
  at BIGINT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (table_id, version)
) WITHOUT ROWID;

CREATE TABLE seated (
  person TEXT NOT NULL,
  table_id TEXT NOT NULL,
  your_turn BIGINT NOT NULL,
  PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
CREATE INDEX seated_at ON seated (table_id);

CREATE TABLE due (
  table_id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  claimed_until BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX due_at ON due (at);

CREATE TABLE chat (
  table_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
