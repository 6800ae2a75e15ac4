-- A new signing key is published some time before it signs. A key signs until the next one does, and is accepted until
-- every token that it signed has expired.
alter table signing_keys add column signs_from timestamptz;
update signing_keys set signs_from = created_at;
alter table signing_keys alter column signs_from set not null, drop column retired_at;
