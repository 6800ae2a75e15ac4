-- The overview of three months read every hour and every day of each avatar. Whole days of an account and whole
-- stretches of 32 days of an avatar (counted from 1970, in UTC) are added up beforehand; days at both ends remain.
create table account_day_times (
  account_id text not null references accounts on delete cascade,
  day timestamptz not null,
  kind text not null check (kind in ('sound', 'brain')),
  step smallint not null,
  count integer not null,
  primary key (account_id, day, kind, step)
);
insert into account_day_times (account_id, day, kind, step, count)
select account_id, date_trunc('day', hour, 'UTC'), kind, step, sum(count) from account_times group by 1, 2, 3, 4;

create table avatar_stretches (
  account_id text not null references accounts on delete cascade,
  stretch timestamptz not null,
  avatar_id bigint not null,
  turns integer not null,
  failed integer not null,
  primary key (account_id, stretch, avatar_id)
);
insert into avatar_stretches (account_id, stretch, avatar_id, turns, failed)
select account_id, date_bin('32 days', day, 'epoch'::timestamptz), avatar_id, sum(turns), sum(failed)
from avatar_days group by 1, 2, 3;

create table avatar_stretch_times (
  account_id text not null references accounts on delete cascade,
  avatar_id bigint not null,
  stretch timestamptz not null,
  kind text not null check (kind in ('sound', 'brain')),
  step smallint not null,
  count integer not null,
  primary key (avatar_id, stretch, kind, step)
);
insert into avatar_stretch_times (account_id, avatar_id, stretch, kind, step, count)
select account_id, avatar_id, date_bin('32 days', day, 'epoch'::timestamptz), kind, step, sum(count)
from avatar_times group by 1, 2, 3, 4, 5;
