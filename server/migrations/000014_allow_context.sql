-- Whether the page that embeds an avatar may add context for its language model.
alter table avatars add column allow_context boolean not null default true;
