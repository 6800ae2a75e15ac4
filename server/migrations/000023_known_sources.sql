-- Where a person has signed in from: the address, or the /64 network of an IPv6 address. Wrong passwords from elsewhere
-- never keep these out.
create table known_sources (
  person_id text not null references people on delete cascade,
  source text not null,
  seen_at timestamptz not null default now(),
  primary key (person_id, source)
);

-- The invitations that were mailed in the last day, so that nobody floods a mailbox. They outlive invitations that are
-- taken back.
create table invitation_mails (
  account_id text not null references accounts on delete cascade,
  recipient text not null,
  sent_at timestamptz not null default now()
);
create index invitation_mails_account on invitation_mails (account_id, sent_at);
create index invitation_mails_recipient on invitation_mails (recipient, sent_at);
create index invitation_mails_age on invitation_mails (sent_at);
