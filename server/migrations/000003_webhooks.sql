-- Where an account's events go. Headers and secrets are sealed; the ids tell which ones a passing test has used.
alter table webhooks
  add column url text not null default '',
  add column headers_sealed text,
  add column headers_id text not null default '',
  add column secret_sealed text,
  add column secret_id text,
  add column old_secret_sealed text,
  add column old_secret_until timestamptz,
  add column state text not null default 'active' check (state in ('active', 'paused')),
  add column failures integer not null default 0,
  add column paused_at timestamptz,
  add column test_passed_at timestamptz,
  add column test_fingerprint text,
  add column updated_at timestamptz not null default now(),
  add column deleted_at timestamptz;

-- Extended events that the operator has enabled.
create table account_events (
  account_id text not null references accounts on delete cascade,
  name text not null,
  primary key (account_id, name)
);

-- Events in the bytes in which they are sent, one partition a day. Written by whoever makes them true, in the same
-- transaction. The transaction's number lets the feed read up to what can no longer be overtaken.
create sequence events_position;
create table events (
  id text not null,
  created_at timestamptz not null,
  account_id text not null,
  avatar_id bigint,
  session_id text,
  -- Counts per session, from 1; null for what belongs to none.
  sequence integer,
  name text not null,
  body text not null,
  position bigint not null default nextval('events_position'),
  txid xid8 not null default pg_current_xact_id(),
  primary key (id, created_at)
) partition by range (created_at);
create table events_other partition of events default;
create index events_of_session on events (session_id, sequence) where session_id is not null;
create index events_fed on events (account_id, txid, position);

-- What still has to be sent, and nothing else: a row leaves when it is done. A paused webhook's rows are held by
-- the webhook's state, so pausing and resuming touch none of them.
create table deliveries (
  id bigint generated always as identity primary key,
  account_id text not null references accounts on delete cascade,
  webhook_id text not null references webhooks,
  event_id text not null,
  event_at timestamptz not null,
  event_name text not null,
  session_id text,
  sequence integer,
  attempts smallint not null default 0,
  due_at timestamptz not null,
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index deliveries_due on deliveries (webhook_id, due_at);
create index deliveries_of_event on deliveries (event_id);

create table finished_deliveries (
  id bigint not null,
  account_id text not null,
  webhook_id text not null,
  event_id text not null,
  event_at timestamptz not null,
  event_name text not null,
  session_id text,
  sequence integer,
  state text not null check (state in ('delivered', 'exhausted', 'discarded')),
  attempts smallint not null,
  created_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (id, finished_at)
) partition by range (finished_at);
create table finished_deliveries_other partition of finished_deliveries default;
create index finished_deliveries_of_webhook on finished_deliveries (webhook_id, id);

create table attempts (
  delivery_id bigint not null,
  at timestamptz not null,
  kind text not null check (kind in ('scheduled', 'replay', 'test')),
  duration_ms integer not null,
  status integer,
  stage text,
  problem text,
  body bytea,
  primary key (delivery_id, at)
) partition by range (at);
create table attempts_other partition of attempts default;

-- Mail that was written but not necessarily sent.
create table mails (
  id bigint generated always as identity primary key,
  account_id text references accounts on delete cascade,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_newest on mails (created_at desc, id desc);
