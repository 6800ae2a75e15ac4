-- The empty name of a built-in voice is the voice that goes with the face, and it is the default.
alter table avatars
  alter column voice set default '{"provider": "built-in", "voice": "", "rate": 1, "pitch": 1}';

-- The former default. Whether somebody chose it by hand is not known.
update avatars set voice = voice || '{"voice": ""}'
  where voice = '{"provider": "built-in", "voice": "slt", "rate": 1, "pitch": 1}';

-- Two voices are gone. The pitch of the one that takes their place cannot be changed.
update avatars set voice = voice || '{"voice": "rms", "pitch": 1}'
  where voice ->> 'provider' = 'built-in' and voice ->> 'voice' in ('awb', 'kal16');
