-- The feed was ordered by transaction numbers. A dump that is restored elsewhere keeps the numbers of its rows, but the
-- new server counts from another one. Now an event gets its place in the feed when the feed is read, after its commit.
--
-- While this holds the lock, no transaction is writing events. So events with a position below 10^15 are complete, and
-- the feed lists them by that position. A transaction has its number before it takes a position: if all transactions
-- with lower numbers than a later one are over, no position that was taken before that one can still appear.
alter table events alter column position
  set default case when pg_current_xact_id() is not null then nextval('events_position') end;
select setval('events_position',
  greatest(nextval('events_position'), 1000000000000001, (extract(epoch from now()) * 1000000)::bigint));
create index events_of_account on events (account_id, position);
drop index events_fed;

-- How far an account's events have been entered. A row exists once the account has read its feed.
create table feeds (
  account_id text primary key references accounts on delete cascade,
  -- The place of the newest entry. Places are later than 10^15 microseconds after 1970.
  last_at timestamptz not null default '2001-09-09 01:46:40+00',
  -- Every event up to this position is entered, and no other one can appear. Entries with a higher position have a
  -- place after "ahead_after".
  settled bigint not null default 1000000000000000,
  ahead_after timestamptz not null default 'epoch',
  -- The next values of the two, which count when all transactions before "next_xid" are over.
  next_settled bigint,
  next_ahead_after timestamptz,
  next_xid xid8
);

-- The places of events in their account's feed, one partition a day. A place is a moment, and rises: "at" is later than
-- every place that was given before, also in a history that a restored backup does not have.
create table feed_entries (
  account_id text not null,
  at timestamptz not null,
  position bigint not null,
  created_at timestamptz not null,
  primary key (account_id, at)
) partition by range (at);
create table feed_entries_other partition of feed_entries default;
create index feed_entries_by_position on feed_entries (account_id, position);
