-- The turn that a message belongs to. Messages of older versions have none: their turn is found by time.
alter table messages add column turn integer;
