-- Accounts and the people in them. The columns are those that the sign-in library maps onto later: it will own
-- credentials, sign-ins and invitations in tables of its own.
create table accounts (
  id text primary key,
  name text not null check (name <> ''),
  slug text unique,
  logo text,
  metadata text,
  created_at timestamptz not null default now(),
  -- Rises with every change to the account's avatars, under this row's lock, so versions commit in order.
  avatars_version bigint not null default 0
);

create table people (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table members (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  person_id text not null references people on delete cascade,
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null default now(),
  unique (account_id, person_id)
);
create index members_person on members (person_id);

create table webhooks (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  unique (account_id, id)
);

create table avatars (
  id bigint generated always as identity (start with 1001) primary key,
  account_id text not null references accounts on delete cascade,
  name text not null,
  -- The name folded for sorting; written by the code that owns the folding.
  sort_key text collate "C" not null,
  version bigint not null,
  private boolean not null default false,
  max_session_duration integer not null default -1
    check (max_session_duration = -1 or max_session_duration >= 1),
  transcript boolean not null default false,
  webhook_id text,
  endpoint_url text,
  endpoint_key_sealed text,
  greeting text not null default '',
  apology text not null default '',
  voice text not null default '',
  embed_origins text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- An avatar can only be given a webhook of its own account.
  foreign key (account_id, webhook_id) references webhooks (account_id, id) on delete set null (webhook_id)
);
create index avatars_sorted on avatars (account_id, sort_key, id) include (name, version) where deleted_at is null;
create index avatars_changed on avatars (account_id, version);
create index avatars_webhook on avatars (webhook_id) where webhook_id is not null;

create table api_keys (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null check (name <> ''),
  hash bytea not null unique,
  last4 text not null,
  permissions text[] not null,
  -- Null means every avatar, every origin.
  avatar_ids bigint[],
  origins text[],
  burst integer check (burst between 1 and 1000000),
  rate integer check (rate between 1 and 1000000),
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_account on api_keys (account_id, created_at, id);

create table signing_keys (
  id text primary key,
  algorithm text not null check (algorithm in ('EdDSA', 'RS256')),
  private_sealed text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Facts about this installation, such as the mark that shows whether SECRET_KEY is the right one.
create table installation (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
