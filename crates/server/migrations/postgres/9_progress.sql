-- Summaries of games against bots, as reported by the page of a player with an account; shown to nobody else.
CREATE TABLE progress (
  person TEXT NOT NULL,
  table_id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (person, table_id)
);
