-- Looking up the account and the webhook of each delivery that is written cost more than writing it. Webhooks are
-- never deleted but marked so, and what remains of the reference to the account is that its deliveries go with it.
alter table deliveries drop constraint deliveries_account_id_fkey, drop constraint deliveries_webhook_id_fkey;

create function forget_deliveries() returns trigger language plpgsql as $$
begin
  delete from deliveries using gone where deliveries.account_id = gone.id;
  return null;
end $$;

create trigger accounts_forgotten after delete on accounts
  referencing old table as gone for each statement execute function forget_deliveries();

-- Nearly every delivery succeeds, most with their first attempt: that attempt is kept with the delivery itself. The
-- table of attempts has those that failed, replays and tests.
alter table finished_deliveries
  add column success_at timestamptz,
  add column success_ms integer,
  add column success_status integer,
  add column success_body bytea;
