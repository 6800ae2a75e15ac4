-- The index held the webhooks of accounts, too. While the table was small, PostgreSQL read all of it for each event
-- that was written and for each claim, instead of looking one webhook up by its id.
drop index webhooks_of_partner;
create unique index webhooks_of_partner on webhooks (partner_id) where partner_id is not null and deleted_at is null;

-- PostgreSQL puts the body of a function in place of its call only if the function promises no more than its body
-- does, and "extract" of a timestamptz is stable. A call cost four times as much as the calculation.
alter function ms(timestamptz) stable;
