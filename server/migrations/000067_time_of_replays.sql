-- How long a replay ran counts, not how long ago it began: it may have waited for hours.
alter table replays
  add column ran_ms bigint not null default 0,
  -- How often its process released it between two sessions, because replays of other accounts waited.
  add column gave_way integer not null default 0;
-- A session that was being played when its replay ended is over, too.
update replay_sessions set state = 'failed', problem = 'The replay ended before this session was over.', callbacks = '{}'
where state = 'playing' and exists (select from replays where id = replay_id and ended_at is not null);
