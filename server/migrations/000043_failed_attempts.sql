-- Every failed attempt counts for the health of a webhook, also one whose delivery succeeds later. The delivery engine
-- adds to the hour in the statement that writes the webhook's failures.
alter table webhook_hours add column failed_attempts integer not null default 0;
