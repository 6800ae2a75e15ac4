-- A member may watch conversations and answer in place of the brain. Owners always may.
alter table members add column answers boolean not null default false;
alter table invitations add column answers boolean not null default false;

-- A taken session is handed back after this silence, in seconds. Members get a mail if nobody has answered a visitor who
-- asked for a person within `person_mail_after` seconds; 0 sends none.
alter table accounts
  add column quick_replies text[] not null default '{}',
  add column takeover_silence integer not null default 120 check (takeover_silence between 15 and 3600),
  add column person_mail_after integer not null default 60
    check (person_mail_after = 0 or person_mail_after between 30 and 3600);

-- The audit log has one entry for each person who watches a session, and hour.
create unique index audit_log_watched on audit_log (account_id, target_id, who, date_trunc('hour', at at time zone 'UTC'))
  where action = 'session.watched';
