-- What the OAuth library keeps: requests that wait for a person's consent, codes, tokens, and token families. A family
-- (kind `Grant`) is all that follows from one authorization; it ends as a whole. Ids are credentials, so only their
-- SHA-256 is stored; payloads are sealed.
create table oauth_items (
  kind text not null,
  id_hash bytea not null,
  -- The hash of the id of the family that a code or token belongs to.
  family_hash bytea,
  -- Only for families: what the account allows the partner. A family ends with it.
  grant_id text references grants on delete cascade,
  payload text not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id_hash)
);
create index oauth_items_of_family on oauth_items (family_hash) where family_hash is not null;
create index oauth_items_of_grant on oauth_items (grant_id) where grant_id is not null;
create index oauth_items_expiry on oauth_items (expires_at);
