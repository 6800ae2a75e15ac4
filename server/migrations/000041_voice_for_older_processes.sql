-- While a new version starts, processes of the version before still speak. They do not know the empty name, so the voice of
-- the face is stored as one that they know, with a mark beside it that they ignore.
alter table avatars
  alter column voice
  set default '{"provider": "built-in", "voice": "slt", "rate": 1, "pitch": 1, "followsFace": true}';

update avatars set voice = voice || '{"voice": "slt", "followsFace": true}'
  where voice ->> 'provider' = 'built-in' and voice ->> 'voice' = '';
