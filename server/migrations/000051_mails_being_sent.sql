-- A mail is sent outside of any transaction. Until this time only one process sends it; `due_at` is the same time, so
-- that processes of the version before leave it alone, too.
alter table mails add column sending_until timestamptz;
