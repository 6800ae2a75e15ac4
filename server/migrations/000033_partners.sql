-- Applications of other companies ("partners"), to which accounts give access by OAuth. The operator creates them.
create table partners (
  id text primary key,
  name text not null check (name <> ''),
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  client_secret_hash bytea not null,
  -- Whether its webhook receives `session:conversation`, from avatars that allow transcripts.
  conversations boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- What an account allows a partner. A withdrawn grant stays for the record.
create table grants (
  id text primary key,
  partner_id text not null references partners,
  account_id text not null references accounts on delete cascade,
  scopes text[] not null,
  -- Null means every avatar of the account, later ones too.
  avatar_ids bigint[],
  granted_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  withdrawn_at timestamptz
);
create unique index grants_active on grants (account_id, partner_id) where withdrawn_at is null;
create index grants_of_partner on grants (partner_id, created_at, id);

-- A webhook belongs to an account or to a partner.
alter table webhooks
  alter column account_id drop not null,
  add column partner_id text references partners,
  add constraint webhooks_owner check (num_nonnulls(account_id, partner_id) = 1);
create unique index webhooks_of_partner on webhooks (partner_id) where deleted_at is null;

-- An event that only this partner receives: `customer:logout`, and `session:conversation` with its `client_id`.
alter table events add column partner_id text;
