import { type Static, Type } from 'typebox';
import { nullable, strict, time } from './parts.ts';
import { hearing, hearingInput, voiceChoice, voiceInput } from './senses.ts';

export const brainKind = Type.Union([Type.Literal('endpoint'), Type.Literal('model')]);
export type BrainKind = Static<typeof brainKind>;

/** The name of a preset, empty for the first one, or everything a face is made from (`FaceLook` of @parley/face). */
export const look = Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())]);
export type Look = Static<typeof look>;

/** Every setting that is changed as it is read. Voice and hearing stand apart, as they hold keys. */
export const avatarSettings = Type.Object({
  name: Type.String(),
  greeting: Type.String(),
  apology: Type.String(),
  look,
  private: Type.Boolean(),
  maxSessionDuration: Type.Integer({ description: 'Seconds from 1 up, or -1 for unlimited.' }),
  idleTimeout: Type.Integer({ description: 'Seconds, 0 is never.' }),
  maxSessions: nullable(Type.Integer()),
  transcript: Type.Boolean({ description: 'Enable Transcript Download.' }),
  webhookId: nullable(Type.String()),
  embedOrigins: Type.Array(Type.String()),
  brain: brainKind,
  endpointUrl: nullable(Type.String()),
  chatTimeout: Type.Integer({ description: 'Seconds, 1 to 120.' }),
  sendsHeard: Type.Boolean(),
  filler: Type.String(),
  fillerAfterMs: Type.Integer({ description: '0 is never.' }),
  fallbackReply: Type.String(),
  modelUrl: nullable(Type.String()),
  modelName: Type.String(),
  modelPrompt: Type.String(),
  modelHistory: Type.Integer(),
});
export type AvatarSettings = Static<typeof avatarSettings>;

/** Written and never read; null takes one away. */
export const avatarSecrets = Type.Object({
  endpointKey: nullable(Type.String()),
  modelKey: nullable(Type.String()),
});

/** A customer's own VRM or GLB, shown in place of the look. */
export const avatarModel = Type.Object({
  url: Type.String(),
  format: Type.String(),
  bytes: Type.Integer(),
  triangles: Type.Integer(),
});
export type AvatarModel = Static<typeof avatarModel>;

export const avatar = Type.Object({
  ...avatarSettings.properties,
  model: nullable(avatarModel),
  voice: voiceChoice,
  hearing,
  id: Type.String(),
  hasEndpointKey: Type.Boolean(),
  hasModelKey: Type.Boolean(),
  pageUrl: Type.String(),
  createdAt: time,
  updatedAt: time,
});
export type Avatar = Static<typeof avatar>;

export const avatarChange = Type.Partial(
  Type.Object(
    {
      ...avatarSettings.properties,
      ...avatarSecrets.properties,
      voice: voiceInput,
      hearing: hearingInput,
    },
    strict,
  ),
  strict,
);
export type AvatarChange = Static<typeof avatarChange>;

export const newAvatar = Type.Object(
  { ...avatarChange.properties, name: Type.String() },
  { ...strict, required: ['name'] },
);
export type NewAvatar = AvatarChange & { name: string };

export const avatarInList = Type.Object({
  id: Type.String(),
  name: Type.String(),
  look,
  private: Type.Boolean(),
  brain: brainKind,
  /** Whether its brain has an address; without one it cannot answer. */
  canAnswer: Type.Boolean(),
  pageUrl: Type.String(),
  updatedAt: time,
  lastSessionAt: nullable(time),
  liveSessions: Type.Integer(),
});
export type AvatarInList = Static<typeof avatarInList>;

export const avatarQuery = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 24 })),
};
/** By name. The only list with numbered pages. */
export const avatarPage = Type.Object({
  items: Type.Array(avatarInList),
  page: Type.Integer(),
  size: Type.Integer(),
  total: Type.Integer(),
});
export type AvatarPage = Static<typeof avatarPage>;

/** For the live preview of a private avatar. */
export const avatarToken = Type.Object({ jwt: Type.String(), expiresIn: Type.Integer() });
export type AvatarToken = Static<typeof avatarToken>;
