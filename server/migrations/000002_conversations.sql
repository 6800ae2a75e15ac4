-- How an avatar converses: its brain, and what it does while the brain is slow or broken.
alter table avatars
  add column brain text not null default 'endpoint' check (brain in ('endpoint', 'model')),
  add column chat_timeout integer not null default 30 check (chat_timeout between 1 and 120),
  add column sends_heard boolean not null default false,
  add column filler text not null default '',
  add column filler_after_ms integer not null default 0 check (filler_after_ms between 0 and 60000),
  add column fallback_reply text not null default '',
  add column idle_timeout integer not null default 0 check (idle_timeout >= 0),
  add column max_sessions integer check (max_sessions >= 1),
  add column model_url text,
  add column model_key_sealed text,
  add column model_name text not null default '',
  add column model_prompt text not null default '',
  add column model_history integer not null default 20 check (model_history between 0 and 200);

-- Everyone who ever talked to an avatar of an account. The number is the id inside the service; the browser keeps a
-- secret for it, or the page names the person itself.
create table visitors (
  id bigint primary key check (id between 1000000000000 and 9007199254740991),
  account_id text not null references accounts on delete cascade,
  secret_hash bytea,
  page_user_id text,
  last_seen timestamptz not null,
  -- The login before; null on the first visit.
  seen_before timestamptz,
  created_at timestamptz not null default now(),
  unique (account_id, secret_hash),
  unique (account_id, page_user_id)
);

create table sessions (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  avatar_id bigint not null references avatars,
  visitor_id bigint not null references visitors,
  page_user_id text,
  user_name text not null,
  user_last_seen timestamptz not null,
  state text not null check (state in ('waiting', 'connected', 'dropped', 'ended')),
  max_session_duration integer not null,
  ticket_hash bytea,
  resume_hash bytea not null,
  old_resume_hash bytea,
  created_at timestamptz not null,
  first_connected_at timestamptz,
  connected_at timestamptz,
  connected_ms bigint not null default 0,
  dropped_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  -- What LOGIN carries beyond the columns above; gone with the end of the session.
  login_sealed text,
  -- 'sent' is written before the request leaves, so that no endpoint is left with a session nobody ends.
  login text not null default 'none' check (login in ('none', 'sent', 'done', 'refused')),
  logout text not null default 'none' check (logout in ('none', 'due', 'done', 'given-up')),
  logout_tries integer not null default 0,
  transcript text not null default 'none' check (transcript in ('none', 'due', 'done')),
  last_sequence integer not null default 0,
  history_from integer not null default 0
) with (fillfactor = 70);
create index sessions_alive on sessions (id) where state <> 'ended';
create index sessions_unsettled on sessions (ended_at) where logout = 'due' or transcript = 'due';
create index sessions_listed on sessions (account_id, created_at desc, id);
create index sessions_of_avatar on sessions (avatar_id, created_at desc, id);
create index sessions_of_visitor on sessions (visitor_id);

-- Tokens that were used. A row may go once its token has expired anyway.
create table used_tokens (
  jti text primary key,
  expires_at timestamptz not null
);
create index used_tokens_expired on used_tokens (expires_at);

-- What was said, in order: the transcript, and the history a language model is given.
create table messages (
  session_id text not null references sessions on delete cascade,
  number integer not null,
  speaker text not null check (speaker in ('user', 'avatar')),
  message text not null,
  interrupted boolean not null default false,
  at timestamptz not null,
  primary key (session_id, number)
);

-- One row per thing that was asked of a brain or said without one, with its times.
create table turns (
  session_id text not null references sessions on delete cascade,
  number integer not null,
  kind text not null check (kind in ('chat', 'callback', 'say', 'greeting')),
  received_at timestamptz not null,
  sent_at timestamptz,
  first_byte_at timestamptz,
  first_sentence_at timestamptz,
  first_audio_at timestamptz,
  ended_at timestamptz,
  outcome text not null,
  heard text,
  detail jsonb,
  primary key (session_id, number)
);

create function ms(moment timestamptz) returns bigint immutable strict parallel safe language sql
  return (extract(epoch from moment) * 1000)::bigint;
