-- Retention removes whole sessions, not only what was said in them.
drop index sessions_remembered;
create index sessions_of_account_ended on sessions (account_id, ended_at) where state = 'ended';
