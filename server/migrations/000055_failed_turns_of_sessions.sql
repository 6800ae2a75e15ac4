-- How many of a session's chat turns failed. It is stored when the session is added to the sums of the overview, so that
-- the list of these sessions and the number in the overview agree.
alter table sessions add column failed_turns integer not null default 0;

update sessions set failed_turns = failed.count
from (
  select session_id, count(*) as count from turns where kind = 'chat' and outcome = 'failed' group by session_id
) as failed
where sessions.id = failed.session_id and counted;

-- Sessions that are not counted yet are few. Their turns are read.
create index sessions_with_failures on sessions (account_id, created_at desc, id)
  where failed_turns > 0 or not counted;
