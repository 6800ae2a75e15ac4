-- How an avatar sounds, hears and looks, as JSON. Keys are sealed and lie beside, apart from what people may see.
alter table avatars
  alter column voice drop default,
  alter column voice type jsonb using case
    when voice in ('flite:slt', 'flite:rms', 'flite:awb', 'flite:kal16')
      then jsonb_build_object('provider', 'built-in', 'voice', substr(voice, 7), 'rate', 1, 'pitch', 1)
    when voice like 'espeak:_%'
      then jsonb_build_object('provider', 'espeak', 'voice', substr(voice, 8), 'rate', 1, 'pitch', 1)
    else jsonb_build_object('provider', 'built-in', 'voice', 'slt', 'rate', 1, 'pitch', 1)
  end,
  alter column voice set default '{"provider": "built-in", "voice": "slt", "rate": 1, "pitch": 1}',
  add column voice_key_sealed text,
  add column hearing jsonb not null default '{"recogniser": "built-in", "language": "en", "server": null}',
  add column hearing_key_sealed text,
  -- The name of a preset, or a whole look.
  alter column look drop default,
  alter column look type jsonb using to_jsonb(look),
  alter column look set default '""';

-- An avatar's own model, in parts, so that neither storing nor serving it holds it in memory as a whole.
create table avatar_models (
  id bigint generated always as identity primary key,
  avatar_id bigint not null unique references avatars (id) on delete cascade,
  sha256 text not null,
  format text not null check (format in ('vrm', 'glb')),
  bytes integer not null,
  triangles integer not null,
  created_at timestamptz not null default now()
);

create table avatar_model_parts (
  model_id bigint not null references avatar_models (id) on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (model_id, number)
);
-- Models are compressed within themselves already.
alter table avatar_model_parts alter column bytes set storage external;
