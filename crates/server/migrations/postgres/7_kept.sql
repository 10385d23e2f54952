-- A finished game as it was: its record and last view, whatever later versions make of its steps.
CREATE TABLE keepsakes (
  table_id TEXT PRIMARY KEY,
  body TEXT NOT NULL
);
