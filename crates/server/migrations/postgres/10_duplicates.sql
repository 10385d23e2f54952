-- Duplicate matches: the same deals for everybody, each played alone against the same bots.
CREATE TABLE duplicates (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  host TEXT NOT NULL, -- '': their account was deleted
  origin TEXT NOT NULL, -- from where it was opened (a keyed hash)
  setup TEXT NOT NULL, -- JSON
  bots TEXT NOT NULL, -- JSON: the levels, by seat
  deals BIGINT NOT NULL,
  secret TEXT NOT NULL, -- all deals follow from it
  opened_at BIGINT NOT NULL,
  closes_at BIGINT NOT NULL
);
CREATE INDEX duplicates_host ON duplicates (host, closes_at);
CREATE INDEX duplicates_origin ON duplicates (origin, closes_at);
CREATE INDEX duplicates_closed ON duplicates (closes_at);

-- Who plays which deal at which table. Points are among the placings, written with the last step of a game.
CREATE TABLE duplicate_tables (
  code TEXT NOT NULL,
  deal BIGINT NOT NULL,
  person TEXT NOT NULL,
  table_id TEXT NOT NULL UNIQUE,
  verified BIGINT, -- whether its record could be played again, bots included; NULL: not yet tried
  PRIMARY KEY (code, deal, person)
);
CREATE INDEX duplicate_tables_person ON duplicate_tables (person);
