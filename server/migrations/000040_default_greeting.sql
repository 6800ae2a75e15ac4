-- A new avatar greets its visitors. Avatars that exist keep what they have.
alter table avatars alter column greeting set default 'Hello! How can I help you today?';
