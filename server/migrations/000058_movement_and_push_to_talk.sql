-- How much an avatar moves and gestures, and whether visitors hold a button while they speak.
alter table avatars
  add column movement text not null default 'lively' check (movement in ('lively', 'calm', 'still')),
  add column push_to_talk boolean not null default false;
