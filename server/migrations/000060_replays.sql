-- What visitors said in stored sessions, played to another brain. The words of a replay go with the sessions that they come
-- from, whether a visitor is erased or the retention time is over.
create table replays (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  created_by text not null,
  ended_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'stopped', 'failed')),
  problem text,
  brain text not null check (brain in ('endpoint', 'model')),
  url text not null,
  model_name text not null default '',
  model_prompt text not null default '',
  model_history integer not null default 0,
  keep_user_ids boolean not null,
  -- Both are needed only while it runs.
  key_sealed text,
  salt text,
  -- How many sessions were chosen. There may be fewer by now.
  chosen integer not null,
  -- Rises with each process that takes the replay. Only the last one may store anything.
  claim integer not null default 0,
  claimed_until timestamptz not null default now()
);
create index replays_of_account on replays (account_id, created_at, id);
create index replays_open on replays (claimed_until) where ended_at is null;

create table replay_sessions (
  replay_id text not null references replays on delete cascade,
  number integer not null,
  session_id text not null references sessions on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'playing', 'played', 'failed')),
  -- The id under which the other brain knows it.
  played_as text,
  -- What the other brain has said by itself since the last turn.
  callbacks text[] not null default '{}',
  problem text,
  primary key (replay_id, number)
);
create index replay_sessions_of_session on replay_sessions (session_id);
create index replay_sessions_playing on replay_sessions (played_as) where state = 'playing';

create table replay_turns (
  replay_id text not null,
  session integer not null,
  number integer not null,
  turn integer not null,
  question text not null,
  -- The words that were heard; the whole reply unless the visitor interrupted it. Null if the brain had no reply by then.
  before_words text,
  -- Null if only the words were stored.
  before_tags jsonb,
  before_problem text,
  before_first_ms integer,
  before_total_ms integer,
  interrupted boolean not null,
  after_words text not null,
  after_tags jsonb not null,
  after_problem text,
  after_first_ms integer,
  after_total_ms integer,
  different boolean not null,
  words_differ boolean not null,
  tags_differ boolean not null,
  callbacks_before jsonb not null default '[]',
  callbacks_after jsonb not null default '[]',
  primary key (replay_id, session, number),
  foreign key (replay_id, session) references replay_sessions on delete cascade
);
