-- Looking up the session of each message and turn that is written cost as much as writing it. They are written only
-- by the session itself; what remains of the reference is that they go with it.
alter table messages drop constraint messages_session_id_fkey;
alter table turns drop constraint turns_session_id_fkey;

create function forget_record() returns trigger language plpgsql as $$
begin
  delete from messages using gone where messages.session_id = gone.id;
  delete from turns using gone where turns.session_id = gone.id;
  return null;
end $$;

create trigger sessions_forgotten after delete on sessions
  referencing old table as gone for each statement execute function forget_record();
