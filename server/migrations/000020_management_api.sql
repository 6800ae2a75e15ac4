-- Keys with which programs of an account use the management API.
create table management_keys (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null check (name <> ''),
  hash bytea not null unique,
  last4 text not null,
  scopes text[] not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index management_keys_account on management_keys (account_id, created_at, id);

-- Answers to creations that carried an Idempotency-Key, so that a repeated request is not carried out again.
create table idempotency_keys (
  caller text not null,
  key text not null,
  request_hash bytea not null,
  -- Sealed: the answer may contain a new secret.
  answer text,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Counted up by each change, so that two people who edit at the same time notice it. Avatars have a version already.
alter table accounts add column version integer not null default 1;
alter table api_keys add column version integer not null default 1;
alter table webhooks add column version integer not null default 1;
