-- Who ended a grant. Null for active grants, and for those that ended before this was stored.
alter table grants add column ended_by text check (ended_by in ('account', 'partner', 'operator'));
