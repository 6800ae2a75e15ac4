-- Where a person has signed in from: the address, or the /64 network of an IPv6 address. Wrong passwords from elsewhere
-- never keep these out.
create table known_sources (
  person_id text not null references people on delete cascade,
  source text not null,
  seen_at timestamptz not null default now(),
  primary key (person_id, source)
);

-- Counts the invitations that an account and an address were sent lately.
create index mails_invitations on mails (recipient, created_at) where secret and account_id is not null;
create index mails_of_account on mails (account_id, created_at) where secret and account_id is not null;
