-- Whether the person who gave the grant was told that the partner receives conversations. If the operator turns them on later, a grant
-- from before does not include them.
alter table grants add column conversations boolean not null default true;
