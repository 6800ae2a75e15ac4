-- What a session keeps from its beginning to its LOGOUT and its last event, whatever is changed meanwhile.
alter table sessions
  -- The brain with its address and key; null after the last post-session task, and in sessions older than this column.
  add column brain_sealed text,
  -- Not a foreign key: the events of a webhook that was deleted go nowhere.
  add column webhook_id text,
  -- When the next LOGOUT is due; null for the first try.
  add column logout_due_at timestamptz,
  -- The page has said that it is leaving. The session waits a moment for a reload.
  add column leaving boolean not null default false,
  -- Whether the client comes back by itself after a drop.
  add column reconnects boolean not null default true;

-- Sessions that are alive now began with the webhook that their avatar has now.
update sessions set webhook_id = avatars.webhook_id
from avatars where avatars.id = sessions.avatar_id
  and (sessions.state <> 'ended' or sessions.logout = 'due' or sessions.transcript = 'due');

create index sessions_logout_due on sessions (logout_due_at) where logout = 'due';
