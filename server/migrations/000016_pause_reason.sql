-- Why a webhook is paused. One that failed needs a passing test before it is enabled; one that a person paused does not.
alter table webhooks add column pause_reason text check (pause_reason in ('failures', 'manual'));
update webhooks set pause_reason = 'failures' where state = 'paused';
