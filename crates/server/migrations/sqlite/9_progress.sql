-- Games against bots that somebody with an account wants to be kept, as their page summed them up; for nobody else.
CREATE TABLE progress (
  person TEXT NOT NULL,
  table_id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
