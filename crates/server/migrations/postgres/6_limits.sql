-- Who opened a table, and from where (a keyed hash): so many that are not over and no more.
ALTER TABLE tables ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN origin TEXT NOT NULL DEFAULT '';
UPDATE tables SET host = COALESCE(CAST(info AS json) ->> 'host', '');
CREATE INDEX tables_host ON tables (host, status);
CREATE INDEX tables_origin ON tables (origin, status);
-- Said among those who look on.
ALTER TABLE chat ADD COLUMN aside BIGINT NOT NULL DEFAULT 0;
-- A kept name as it looks, whatever its letters are; the server writes it for names that were kept before.
ALTER TABLE accounts ADD COLUMN look TEXT NOT NULL DEFAULT '';
CREATE INDEX accounts_look ON accounts (look);
-- A table as it was after so many steps: who loads it need not fold those before.
CREATE TABLE snapshots (
  table_id TEXT PRIMARY KEY,
  version BIGINT NOT NULL,
  body TEXT NOT NULL
);
