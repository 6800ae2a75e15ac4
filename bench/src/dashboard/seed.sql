-- A busy account's three months, beside many small accounts. The rows are consistent, so no reference is checked.
set local session_replication_role = replica;

-- As the service would have made them, day by day.
do $$
declare
  day date;
  parent text;
begin
  for day in select (now() at time zone 'utc')::date - ago from generate_series(1, 30) ago loop
    foreach parent in array array['events', 'finished_deliveries', 'attempts'] loop
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        parent || '_' || to_char(day, 'YYYYMMDD'), parent, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
    end loop;
  end loop;
end $$;

insert into webhooks (id, account_id, name, url, state, failures, secret_sealed)
select 'whk_bench' || number, '{account}', 'Receiver ' || number, 'https://example.com/' || number,
  case when number = 2 then 'paused' else 'active' end, case when number = 2 then 20 else 0 end, null
from generate_series(1, {webhooks}) number;

insert into avatars (account_id, name, sort_key, version, webhook_id, endpoint_url)
select '{account}', name, lower(name), 1000 + number, 'whk_bench' || 1 + number % {webhooks}, 'https://example.com/agent'
from (select number, (array['Guide', 'Teller', 'Helper', 'Host', 'Tutor'])[1 + number % 5] || ' ' || md5(number::text)
  as name from generate_series(1, {avatars}) number) as named;
update accounts set avatars_version = 1000 + {avatars} where id = '{account}';

-- Sessions with their visitors, words, turns and events.
create temporary view made as
select number, 'ses_' || lpad(number::text, 24, 'b') as id, first.id
    + (case when number % 3 = 0 then number % 10 else number % {avatars} end) as avatar,
  now() - number * interval '77 seconds' as at, number > 400 as over
from generate_series(1, {sessions}) number,
  (select min(id) as id from avatars where webhook_id is not null) as first;

insert into visitors (id, account_id, page_user_id, last_seen, created_at)
select 2000000000000 + number, '{account}', 'user-' || number, at, at from made;

insert into sessions (id, account_id, avatar_id, visitor_id, page_user_id, user_name, user_last_seen, state,
  max_session_duration, resume_hash, created_at, first_connected_at, connected_at, connected_ms, ended_at,
  end_reason, login, logout)
select id, '{account}', avatar, 2000000000000 + number, 'user-' || number, 'Visitor ' || number, at,
  case when over then 'ended' else 'connected' end, -1, '\x00', at, at, case when over then null else at end,
  120000, case when over then at + interval '2 minutes' end, case when over then 'hangup' end, 'done',
  case when over then 'done' else 'none' end
from made;

insert into messages (session_id, number, speaker, message, at)
select id, part, case when part % 2 = 1 then 'user' else 'avatar' end, 'Some words of number ' || part,
  at + part * interval '5 seconds'
from made, generate_series(1, 8) part;

insert into turns (session_id, number, kind, received_at, sent_at, first_byte_at, first_sentence_at,
  first_audio_at, ended_at, outcome)
select id, part, 'chat', moment, moment + interval '5 ms', moment + took * 0.6, moment + took * 0.7,
  moment + took, moment + interval '4 seconds', case when number % 50 = 0 then 'failed' else 'answered' end
from made, generate_series(1, 4) part,
  lateral (select at + part * interval '10 seconds' as moment,
    (200 + (number * 7919 + part * 104729) % 1500) * interval '1 ms' as took) as times;

insert into events (id, created_at, account_id, avatar_id, session_id, sequence, name, body)
select 'evt_s' || number || '_' || part, at, '{account}', avatar, id, part, 'connection:state-changed',
  '{"message_type":"Event","name":"connection:state-changed","details":{"state":"connected","timestamp":0}}'
from made, generate_series(1, 3) part where at > now() - interval '29 days';

insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence,
  state, attempts, created_at, finished_at, success_at, success_ms, success_status)
select number, '{account}', 'whk_bench' || case when number % 2 = 0 then 1 else 1 + number % {webhooks} end,
  'evt_d' || number, at, case when number % 100000 = 0 then 'agent:error'
    else (array['connection:state-changed', 'session:conversation', 'agent:message'])[1 + number % 3] end,
  'ses_' || lpad((number / 10)::text, 24, 'b'), 1,
  case when number % 400 = 0 then 'exhausted' else 'delivered' end, case when number % 400 = 0 then 8 else 1 end,
  at, at + interval '1 second', case when number % 400 = 0 then null else at end, 20, 200
from (select number, now() - ({deliveries} - number) * interval '2.5 seconds' as at
  from generate_series(1, {deliveries}) number) as finished;

insert into attempts (delivery_id, at, kind, duration_ms, status, problem)
select number, now() - ({deliveries} - number) * interval '2.5 seconds', 'scheduled', 30, 500,
  'The receiver answered with HTTP 500. It must answer with a 2xx status.'
from generate_series(400, {deliveries}, 400) number;

insert into deliveries (id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, attempts,
  due_at, created_at)
overriding system value
select {deliveries} + number, '{account}', 'whk_bench' || 2 + number % 2, 'evt_w' || number, now(),
  'agent:message', 'ses_' || lpad(number::text, 24, 'b'), 1, 1, now() + interval '5 hours', now()
from generate_series(1, {waiting}) number;
select setval(pg_get_serial_sequence('deliveries', 'id'), {deliveries} + {waiting});

insert into accounts (id, name, created_at)
select 'acc_bench' || number, 'Company ' || number, now() - number * interval '1 hour'
from generate_series(1, 2000) number;

insert into api_keys (id, account_id, name, hash, last4, permissions)
select 'key_bench' || number, '{account}', 'Key ' || number, sha256(number::text::bytea), 'abcd',
  array['read_avatars'] from generate_series(1, 200) number;

insert into audit_log (account_id, at, who, action, target_kind, target_id, details)
select '{account}', now() - (200000 - number) * interval '10 seconds', 'owner@localhost',
  case when number % 1000 = 0 then 'keys.create' else 'avatars.update' end, 'avatar', number::text, '{"name":"x"}'
from generate_series(1, 200000) number;

insert into mails (recipient, subject, body, created_at, sent_at)
select 'p' || number || '@example.com', 'Hello', repeat('text ', 100), now() - number * interval '1 minute', now()
from generate_series(1, 20000) number;
