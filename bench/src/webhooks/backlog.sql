-- Waiting deliveries of many accounts, as after failures of receivers. Half of them are due later, after a failed attempt.
-- Half are held because their webhook is paused.
insert into accounts (id, name)
select 'acc_backlog' || number, 'Backlog ' || number from generate_series(1, {accounts}) number;

insert into webhooks (id, account_id, name, url, state, failures, paused_at)
select 'wh_backlog' || number, 'acc_backlog' || 1 + (number - 1) / {webhooksEach}, 'Backlog', 'http://127.0.0.1:9/',
  case when number % 2 = 0 then 'paused' else 'active' end,
  case when number % 2 = 0 then 20 else 1 end, case when number % 2 = 0 then now() end
from generate_series(1, {accounts} * {webhooksEach}) number;

-- The references between the rows are valid. To check each of them would take half of the time.
set local session_replication_role = replica;

create temporary view backlog as
select number, 1 + number % ({accounts} * {webhooksEach}) as webhook,
  'acc_backlog' || 1 + (number % ({accounts} * {webhooksEach})) / {webhooksEach} as account,
  'evt_backlog' || lpad(number::text, 16, '0') as id, now() - interval '1 hour' as at
from generate_series(1, {rows}) number;

insert into events (id, created_at, account_id, session_id, sequence, name, body)
select id, at, account, 'ses_backlog' || number, 1, 'agent:error',
  '{"message_type":"Event","name":"agent:error","details":{"error":"' || repeat('x', 200) || '"}}'
from backlog;

insert into deliveries (account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, attempts, due_at)
select account, 'wh_backlog' || webhook, id, at, 'agent:error', 'ses_backlog' || number, 1, 1,
  case when webhook % 2 = 0 then at else now() + interval '1 hour' + random() * interval '8 hours' end
from backlog;
