-- Without a mail server, the link of an invitation is shown to the person who invites. It then does not prove that its
-- user owns the address.
alter table invitations add column link_shown boolean not null default false;
