-- The person who answers in place of the brain, with the questions that wait for them; null while the brain answers.
alter table sessions add column person jsonb,
  -- The first message of what people said that the endpoint has not been told; null if it has been told all.
  add column takeover_from integer;

-- The name of the person who said it through the avatar.
alter table messages add column person text;

alter table turns drop constraint turns_kind_check;
alter table turns add constraint turns_kind_check check (kind in ('chat', 'callback', 'say', 'greeting', 'person')) not valid;
