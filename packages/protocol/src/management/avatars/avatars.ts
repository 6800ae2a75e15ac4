import { type Static, type TSchema, Type } from 'typebox';
import {
  plainSettingSchemas,
  secretMarkSchemas,
  secretSettingSchemas,
} from '../../avatar-settings/schemas.ts';
import { cursorQuery, nullable, page, strict, time, version } from '../common-schemas.ts';
import {
  furtherLanguages,
  furtherLanguagesInput,
  hearing,
  hearingInput,
  voiceChoice,
  voiceInput,
} from './voice-and-hearing.ts';

/** The name of a preset (empty for the first one), or all parts of a face (`FaceLook` of @parley/face). */
export const look = Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())]);
export type Look = Static<typeof look>;

/** A customer's own VRM or GLB, shown instead of the look. */
export const avatarModel = Type.Object({
  url: Type.String(),
  sha256: Type.String(),
  format: Type.String(),
  bytes: Type.Integer(),
  triangles: Type.Integer(),
});
export type AvatarModel = Static<typeof avatarModel>;

/** The pictures of its own look or model, for devices without 3D. Null for a preset, and until they are made. */
const portraitUrl = nullable(Type.String());

/** Typed field by field: TypeBox cannot derive the type of an object with as many fields as an avatar has. */
type ValuesOf<Fields> = { [N in keyof Fields]: Fields[N] extends TSchema ? Static<Fields[N]> : never };

const avatarFields = {
  ...plainSettingSchemas,
  ...secretMarkSchemas,
  look,
  model: nullable(avatarModel),
  portraitUrl,
  voice: voiceChoice,
  hearing,
  furtherLanguages,
  id: Type.String(),
  pageUrl: Type.String(),
  version,
  createdAt: time,
  updatedAt: time,
};
export type Avatar = ValuesOf<typeof avatarFields>;
export const avatar = Type.Unsafe<Avatar>(Type.Object(avatarFields as Record<string, TSchema>));

const changeFields = {
  ...plainSettingSchemas,
  ...secretSettingSchemas,
  look,
  voice: voiceInput,
  hearing: hearingInput,
  furtherLanguages: furtherLanguagesInput,
};
export type AvatarChange = Partial<ValuesOf<typeof changeFields>>;
const change = Type.Partial(Type.Object(changeFields as Record<string, TSchema>, strict), strict);
export const avatarChangeFields: Readonly<Record<string, TSchema>> = change.properties;
export const avatarChange = Type.Unsafe<AvatarChange>(change);

export type NewAvatar = AvatarChange & { name: string };
export const newAvatar = Type.Unsafe<NewAvatar>(
  Type.Object({ ...avatarChangeFields, name: Type.String() }, { ...strict, required: ['name'] }),
);

/** The copy gets every setting of the other avatar, its keys and its model, and this name. */
export const avatarCopy = Type.Object({ name: Type.String() }, strict);

export const avatarInList = Type.Object({
  id: Type.String(),
  name: Type.String(),
  look,
  portraitUrl,
  private: Type.Boolean(),
  brain: plainSettingSchemas.brain,
  /** Whether its brain has an address; without one it cannot answer. */
  canAnswer: Type.Boolean(),
  pageUrl: Type.String(),
  version,
  updatedAt: time,
  lastSessionAt: nullable(time),
  liveSessions: Type.Integer(),
});
export type AvatarInList = Static<typeof avatarInList>;

export const avatarQuery = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  ...cursorQuery,
  /** Longer than other cursors: it contains a name. */
  cursor: Type.Optional(Type.String({ maxLength: 10_000 })),
};
/** By name. */
export const avatarPage = Type.Object({
  ...page(avatarInList).properties,
  /** The number of avatars on all pages together. */
  total: Type.Integer(),
});
export type AvatarPage = Static<typeof avatarPage>;

/** For the live preview of a private avatar. */
export const avatarToken = Type.Object({ jwt: Type.String(), expiresIn: Type.Integer() });
export type AvatarToken = Static<typeof avatarToken>;
