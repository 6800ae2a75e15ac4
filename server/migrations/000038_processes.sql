-- The processes of a service that has several. A service of one process has no row here.
create table processes (
  id text primary key,
  host text not null,
  pid integer not null,
  version text not null,
  roles text[] not null,
  -- Where other processes and the operator reach this one, if it is known.
  url text,
  started_at timestamptz not null,
  -- The last beat, by the clock of the process itself, which also measures its sessions.
  beat_at timestamptz not null,
  -- Until when the process counts as alive, by the clock of PostgreSQL.
  lease_until timestamptz not null,
  -- Since when its beats have come through without a gap. A process that was away may not call others dead.
  steady_since timestamptz not null,
  -- Since when others take over its sessions. The row is deleted after the last one.
  replaced_at timestamptz,
  sessions integer not null default 0,
  lag_ms real not null default 0,
  draining boolean not null default false,
  redis text check (redis in ('up', 'away'))
);

-- The process that holds the session and may write its row. Null in a service of one process; empty while nobody holds it.
alter table sessions add column owner text;

-- Sessions that nobody holds are few, so this index stays small. It is empty in a service of one process.
create index sessions_unowned on sessions (created_at)
  where owner = '' and (state <> 'ended' or logout = 'due' or transcript = 'due');
