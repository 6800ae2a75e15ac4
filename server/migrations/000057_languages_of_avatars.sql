-- The language of an avatar, and the languages besides it, each with its voice, hearing and greeting.
alter table avatars
  add column language text not null default 'en' check (language ~ '^[a-z]{2,3}$'),
  add column further_languages jsonb not null default '[]';
