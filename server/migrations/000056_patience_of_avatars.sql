-- How long an avatar waits if a visitor pauses in the middle of a sentence.
alter table avatars add column patience text not null default 'normal' check (patience in ('quick', 'normal', 'patient'));
