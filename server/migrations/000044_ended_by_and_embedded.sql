-- Who ended a session: the visitor, an API call, a person in the dashboard, a limit and so on. Null in sessions that
-- ended before this column was there, or in a process of the version before it.
alter table sessions add column ended_by text;

-- When a page of another origin first showed an avatar of the account. Written once.
alter table accounts add column embedded_at timestamptz;
