-- The names of the events that a webhook receives. Null means every event.
alter table webhooks add column events text[] check (cardinality(events) > 0);
