-- The delivery engine must never read by this index: while the planner takes the table for empty, it does, and steps
-- through the deliveries of every webhook to find one id. The condition is true of every row. Only the log's statements
-- repeat it, and PostgreSQL uses an index with a condition only for those that do.
drop index deliveries_listed;
create index deliveries_listed on deliveries (webhook_id, id) where attempts >= 0;
