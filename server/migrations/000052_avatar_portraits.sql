-- The pictures of an avatar's own look or model, for visitors whose device cannot draw 3D. They are deleted when the look or
-- the model changes. Pictures in another layout than the present one are not shown.
create table avatar_portraits (
  avatar_id bigint primary key references avatars (id) on delete cascade,
  layout integer not null,
  sha256 text not null,
  bytes bytea not null
);
-- Pictures are compressed within themselves already.
alter table avatar_portraits alter column bytes set storage external;
