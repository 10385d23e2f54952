-- Under which id a line was sent: what is sent again is stored once.
ALTER TABLE chat ADD COLUMN message TEXT;
CREATE UNIQUE INDEX chat_message ON chat (table_id, person, message);
