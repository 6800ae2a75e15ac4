-- A second brain of an avatar. As a shadow it gets copies of conversations, as a canary it answers a share of new sessions.
alter table avatars
  add column second_role text not null default 'off' check (second_role in ('off', 'shadow', 'canary')),
  add column second_brain text not null default 'endpoint' check (second_brain in ('endpoint', 'model')),
  add column second_endpoint_url text,
  add column second_endpoint_key_sealed text,
  add column second_model_url text,
  add column second_model_key_sealed text,
  add column second_model_name text not null default '',
  add column second_model_prompt text not null default '',
  add column canary_share integer not null default 5 check (canary_share between 0 and 100),
  add column canary_max_failures integer not null default 10,
  add column canary_max_slower integer not null default 50,
  add column canary_max_first_sentence_ms integer not null default 0,
  -- A trial begins when a setting of the second brain changes. What the brain did before belongs to another trial.
  add column second_trial integer not null default 0,
  add column second_since timestamptz not null default now(),
  -- Why the service set the canary's share to 0; null if it did not.
  add column canary_stopped text;

-- The trial during which a session began, and whether the second brain answers it.
alter table sessions
  add column second_trial integer not null default 0,
  add column canary boolean not null default false;
create index sessions_of_canaries on sessions (avatar_id, created_at) where canary;

-- What a shadow answered in a turn. It was never spoken.
create table shadow_answers (
  session_id text not null references sessions (id) on delete cascade,
  turn integer not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('answered', 'empty', 'failed')),
  first_sentence_ms integer,
  total_ms integer not null,
  answer text not null,
  problem text,
  primary key (session_id, turn)
);
