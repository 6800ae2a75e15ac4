-- The log and "listen" read a webhook's waiting deliveries by id. Nobody needs them by event but the daily retention,
-- which may look at all of them.
create index deliveries_listed on deliveries (webhook_id, id);
drop index deliveries_of_event;

-- What was not delivered is looked for, and is rare.
create index finished_deliveries_undelivered on finished_deliveries (webhook_id, id) where state <> 'delivered';

-- Deliveries that were held for long: their events must stay for as long as they are in the log.
create index finished_deliveries_slow on finished_deliveries (event_id)
  where finished_at - event_at > interval '2 days';

-- The table fills and empties all day: plans must follow its size, and giving back its last pages needs a lock that
-- everybody would wait behind.
alter table deliveries set (autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 1000,
  vacuum_truncate = off);
