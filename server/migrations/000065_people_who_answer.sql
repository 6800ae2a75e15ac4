-- What visitors and endpoints are told about people who read along and answer, and whether visitors may ask for one.
alter table avatars
  add column person_button boolean not null default false,
  add column tells_watching boolean not null default true,
  add column tells_takeover boolean not null default true,
  add column sends_takeover boolean not null default false;

-- Since when a session waits for a person, and why. A person who takes over clears both.
alter table sessions
  add column person_requested_at timestamptz,
  add column person_reason text,
  -- When a mail about the request is due; null if none is, or it has been queued.
  add column person_mail_at timestamptz;
create index sessions_person_mail on sessions (person_mail_at) where person_mail_at is not null;
create index sessions_asking on sessions (account_id, person_requested_at)
  where person_requested_at is not null and state <> 'ended';
