import { type Static, Type } from 'typebox';
import type { Avatar, AvatarWish } from '../../avatars/index.ts';

const settings = {
  private: Type.Boolean({ description: 'Whether visitors need a token.' }),
  max_session_duration: Type.Integer({ description: 'Seconds, or -1 for unlimited.' }),
  transcript: Type.Boolean({ description: 'Whether session:conversation is sent at the end of a call.' }),
  webhook: Type.Union([Type.String(), Type.Null()]),
  endpoint: Type.Union([Type.String(), Type.Null()]),
  endpoint_key: Type.Union([Type.String(), Type.Null()]),
  greeting: Type.String(),
  apology: Type.String(),
  voice: Type.String(),
  embed_origins: Type.Array(Type.String()),
};

export const avatarChange = Type.Partial(
  Type.Object({ name: Type.String(), ...settings }, { additionalProperties: false }),
  { additionalProperties: false },
);
export const newAvatar = Type.Object(
  { account: Type.String(), name: Type.String(), ...Type.Partial(Type.Object(settings)).properties },
  { additionalProperties: false, required: ['account', 'name'] },
);

export function wishOf(change: Static<typeof avatarChange>): AvatarWish {
  const wish = {
    name: change.name,
    private: change.private,
    maxSessionDuration: change.max_session_duration,
    transcript: change.transcript,
    webhookId: change.webhook,
    endpointUrl: change.endpoint,
    endpointKey: change.endpoint_key,
    greeting: change.greeting,
    apology: change.apology,
    voice: change.voice,
    embedOrigins: change.embed_origins,
  };
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
}

export function avatarView(avatar: Avatar, baseUrl: string) {
  return {
    id: String(avatar.id),
    name: avatar.name,
    page_url: `${baseUrl}/avatar/${avatar.id}`,
    account: avatar.accountId,
    private: avatar.private,
    max_session_duration: avatar.maxSessionDuration,
    transcript: avatar.transcript,
    webhook: avatar.webhookId,
    endpoint: avatar.endpointUrl,
    has_endpoint_key: avatar.hasEndpointKey,
    greeting: avatar.greeting,
    apology: avatar.apology,
    voice: avatar.voice,
    embed_origins: avatar.embedOrigins,
    created_at: avatar.createdAt.toISOString(),
    updated_at: avatar.updatedAt.toISOString(),
  };
}
