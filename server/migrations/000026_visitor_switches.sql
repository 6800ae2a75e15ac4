-- Whether the page that embeds an avatar may make it say something.
alter table avatars add column allow_say boolean not null default true;

-- Any visitor can add context, so the owner of an avatar has to allow it first. Until now it was allowed unasked.
alter table avatars alter column allow_context set default false;
update avatars set allow_context = false;

-- Whether the page made the avatar say it. Otherwise the avatar's own side did.
alter table messages add column from_page boolean not null default false;
