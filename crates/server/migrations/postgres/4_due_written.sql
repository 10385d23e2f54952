-- When a row was written: from it shows that the clock was set back since.
ALTER TABLE due ADD COLUMN written BIGINT NOT NULL DEFAULT 0;
