-- What a grant allowed at which time. A partner gets only what happened and was said in such a period: not the words of a
-- conversation from before an owner allowed its avatar.
create table grant_periods (
  id bigint generated always as identity primary key,
  grant_id text not null references grants on delete cascade,
  since timestamptz not null,
  -- Null: it lasts as long as the grant.
  until timestamptz,
  -- Null means every avatar of the account, later ones too.
  avatar_ids bigint[],
  conversations boolean not null
);
create index grant_periods_of_grant on grant_periods (grant_id);

-- Grants from before have no periods, and neither have those that a process of the version before gives during an upgrade.
create view grant_coverage as
  select grant_id, since, until, avatar_ids, conversations from grant_periods
  union all
  select id, updated_at, null, avatar_ids, conversations from grants
  where not exists (select from grant_periods where grant_id = grants.id);

-- When the avatar began to say it: `at` is the end. Null for what a visitor said.
alter table messages add column began_at timestamptz;
