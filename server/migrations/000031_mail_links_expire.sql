-- A mail with a link keeps its text until it was sent, and no longer than the link works.
alter table mails add column link_until timestamptz;
update mails set link_until = created_at + interval '7 days' where secret;
alter table mails drop column secret;
create index mails_with_links on mails (link_until) where link_until is not null;
