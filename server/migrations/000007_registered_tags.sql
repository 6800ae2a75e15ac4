-- The tags that a page has registered, as JSON: a page that comes back after a restart does not register them again.
alter table sessions add column registered_tags text;
