-- The first result that somebody proved for the deal of a day.
CREATE TABLE daily (
  day TEXT NOT NULL,
  person TEXT NOT NULL,
  points BIGINT NOT NULL,
  beaten_by BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (day, person)
);
CREATE INDEX daily_best ON daily (day, points);
