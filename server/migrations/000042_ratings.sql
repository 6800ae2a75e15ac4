-- Whether the avatar's page asks visitors for a rating when a call has ended.
alter table avatars add column ask_for_rating boolean not null default false;

-- What a visitor thought of a session. It goes with the rest of the session's record.
create table ratings (
  session_id text primary key references sessions on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  comment text not null check (char_length(comment) <= 1000),
  rated_at timestamptz not null
);
