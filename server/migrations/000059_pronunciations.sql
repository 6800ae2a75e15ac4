-- How single words are said, as entries with a word and its respelling, its sounds, or both. An avatar's own entries win.
alter table accounts add column pronunciations jsonb not null default '[]' check (jsonb_typeof(pronunciations) = 'array');
alter table avatars add column pronunciations jsonb not null default '[]' check (jsonb_typeof(pronunciations) = 'array');
