-- A replay has a longest duration. It counts from here, whatever process carries it out and however long it waited.
alter table replays add column started_at timestamptz;
