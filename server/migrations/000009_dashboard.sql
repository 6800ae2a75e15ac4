-- How people sign in. The sign-in library reads and writes people, sign_ins, credentials, verifications, second_factors
-- and passkeys; names and columns are mapped in the code.
alter table people
  add column second_factor boolean not null default false,
  -- Sees all accounts and the installation itself.
  add column operator boolean not null default false,
  add column last_sign_in_at timestamptz;

create table sign_ins (
  id text primary key,
  -- Worth nothing by itself: the cookie carries a signature too.
  token text not null unique,
  person_id text not null references people on delete cascade,
  expires_at timestamptz not null,
  address text,
  browser text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sign_ins_person on sign_ins (person_id);
create index sign_ins_expired on sign_ins (expires_at);

create table credentials (
  id text primary key,
  subject text not null,
  provider text not null,
  person_id text not null references people on delete cascade,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (person_id, provider)
);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expired on verifications (expires_at);

create table second_factors (
  id text primary key,
  person_id text not null unique references people on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verifications integer not null default 0,
  locked_until timestamptz
);

-- Codes that were used: each one opens once.
create table used_codes (
  person_id text not null references people on delete cascade,
  code text not null,
  expires_at timestamptz not null,
  primary key (person_id, code)
);

create table passkeys (
  id text primary key,
  name text,
  public_key text not null,
  person_id text not null references people on delete cascade,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz default now()
);
create index passkeys_person on passkeys (person_id);

-- Links in mails and on the console, each good for one use; only a hash of what they carry is kept.
create table one_time_links (
  hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'reset-password')),
  person_id text not null references people on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index one_time_links_person on one_time_links (person_id, purpose);
create index one_time_links_expired on one_time_links (expires_at);

create table invitations (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'member')),
  token_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (account_id, email)
);

-- How long transcripts and turns are kept; 0 is for ever.
alter table accounts add column retention_days integer not null default 90 check (retention_days between 0 and 3650);
create index accounts_newest on accounts (created_at desc, id desc);

-- Who changed what. Never holds a secret.
create table audit_log (
  id bigint generated always as identity primary key,
  account_id text references accounts on delete cascade,
  at timestamptz not null default now(),
  person_id text,
  who text not null,
  action text not null,
  target_kind text,
  target_id text,
  target_name text,
  details jsonb not null default '{}',
  address text
);
create index audit_log_listed on audit_log (account_id, id desc);
create index audit_log_action on audit_log (account_id, action, id desc);
create index audit_log_person on audit_log (account_id, person_id, id desc);

-- Mail that waits for an SMTP server is tried again and again, for a while.
alter table mails
  add column tries integer not null default 0,
  add column due_at timestamptz not null default now(),
  add column failed_at timestamptz,
  add column problem text,
  -- Holds a link that opens something: its text goes once it has been sent.
  add column secret boolean not null default false;
create index mails_unsent on mails (due_at) where sent_at is null and failed_at is null;

-- How often a key was used, by day in UTC; written a moment behind.
create table key_uses (
  key_id text not null references api_keys on delete cascade,
  day date not null,
  requests bigint not null,
  last_at timestamptz not null,
  primary key (key_id, day)
);

-- What the figures are made of. A session is worked in once, after its end.
alter table sessions
  add column counted boolean not null default false,
  -- Since when its transcript and turns are gone.
  add column forgotten_at timestamptz;
create index sessions_uncounted on sessions (ended_at) where not counted and state = 'ended';
create index sessions_uncounted_of_account on sessions (account_id, created_at) where not counted;
create index sessions_live on sessions (account_id, created_at desc, id) where state <> 'ended';
create index sessions_live_of_avatar on sessions (avatar_id) where state <> 'ended';
create index sessions_remembered on sessions (account_id, ended_at) where forgotten_at is null and state = 'ended';

create table account_hours (
  account_id text not null references accounts on delete cascade,
  hour timestamptz not null,
  sessions integer not null default 0,
  connected_ms bigint not null default 0,
  turns integer not null default 0,
  failed integer not null default 0,
  peak integer not null default 0,
  primary key (account_id, hour)
);
create table avatar_days (
  account_id text not null references accounts on delete cascade,
  avatar_id bigint not null,
  day timestamptz not null,
  sessions integer not null default 0,
  connected_ms bigint not null default 0,
  turns integer not null default 0,
  failed integer not null default 0,
  primary key (account_id, day, avatar_id)
);
create index avatar_days_of_avatar on avatar_days (avatar_id, day);

-- Times of turns, counted in steps of an eighth of an octave: enough for percentiles, and they can be added up.
create table account_times (
  account_id text not null references accounts on delete cascade,
  hour timestamptz not null,
  kind text not null check (kind in ('sound', 'brain')),
  step smallint not null,
  count integer not null,
  primary key (account_id, hour, kind, step)
);
create table avatar_times (
  account_id text not null references accounts on delete cascade,
  avatar_id bigint not null,
  day timestamptz not null,
  kind text not null check (kind in ('sound', 'brain')),
  step smallint not null,
  count integer not null,
  primary key (avatar_id, day, kind, step)
);

create table webhook_hours (
  webhook_id text not null,
  hour timestamptz not null,
  delivered integer not null,
  failed integer not null,
  primary key (webhook_id, hour)
);
create index finished_deliveries_when on finished_deliveries using brin (finished_at);

create index visitors_listed on visitors (account_id, last_seen desc, id desc);
create index visitors_named on visitors (account_id, page_user_id text_pattern_ops) where page_user_id is not null;
