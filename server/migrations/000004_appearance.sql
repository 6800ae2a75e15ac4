-- How an avatar looks: the name of a preset; empty is the first one.
alter table avatars add column look text not null default '';
