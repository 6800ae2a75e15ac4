-- What was said to a customer's endpoint at the beginning and the end of a session, without secrets. It goes with the
-- rest of the session's record.
create table gateway_exchanges (
  session_id text not null,
  id uuid not null,
  action text not null check (action in ('LOGIN', 'LOGOUT')),
  outcome text not null check (outcome in ('acknowledged', 'refused', 'failed')),
  sent_at timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  request text not null,
  answer text,
  problem text,
  primary key (session_id, id)
);

create or replace function forget_record() returns trigger language plpgsql as $$
begin
  delete from messages using gone where messages.session_id = gone.id;
  delete from turns using gone where turns.session_id = gone.id;
  delete from gateway_exchanges using gone where gateway_exchanges.session_id = gone.id;
  return null;
end $$;
