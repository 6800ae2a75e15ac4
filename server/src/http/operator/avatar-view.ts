import { type Static, Type } from 'typebox';
import type { Avatar, AvatarInput } from '../../avatars/index.ts';
import { takesKey } from '../../speech/index.ts';
import { modelView } from './model-routes.ts';
import { hearingSetting, voiceSetting } from './sense-settings.ts';

const settings = {
  private: Type.Boolean({ description: 'Whether visitors need a token.' }),
  max_session_duration: Type.Integer({ description: 'Seconds, or -1 for unlimited.' }),
  transcript: Type.Boolean({ description: 'Whether session:conversation is sent at the end of a call.' }),
  webhook: Type.Union([Type.String(), Type.Null()]),
  endpoint: Type.Union([Type.String(), Type.Null()]),
  endpoint_key: Type.Union([Type.String(), Type.Null()]),
  greeting: Type.String(),
  apology: Type.String(),
  voice: voiceSetting,
  hearing: hearingSetting,
  look: Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })], {
    description: 'The name of a preset, or an object with all parts of a look.',
  }),
  embed_origins: Type.Array(Type.String()),
  brain: Type.Union([Type.Literal('endpoint'), Type.Literal('model')]),
  chat_timeout: Type.Integer({ description: 'Seconds the brain may take for an answer, 1 to 120.' }),
  sends_heard: Type.Boolean({
    description: 'Tell the endpoint what the user heard of a reply they cut short.',
  }),
  filler: Type.String({ description: 'Said once where an answer is slow.' }),
  filler_after_ms: Type.Integer({ description: 'How slow; 0 is never.' }),
  fallback_reply: Type.String({ description: 'Said while a broken endpoint is left alone.' }),
  idle_timeout: Type.Integer({
    description: 'Seconds without a message after which a session ends; 0 is never.',
  }),
  max_sessions: Type.Union([Type.Integer(), Type.Null()], { description: 'Sessions at once.' }),
  model_url: Type.Union([Type.String(), Type.Null()]),
  model_key: Type.Union([Type.String(), Type.Null()]),
  model_name: Type.String(),
  model_prompt: Type.String(),
  model_history: Type.Integer({ description: 'How many earlier messages the model is given.' }),
};

export const avatarChange = Type.Partial(
  Type.Object({ name: Type.String(), ...settings }, { additionalProperties: false }),
  { additionalProperties: false },
);
export const newAvatar = Type.Object(
  { account: Type.String(), name: Type.String(), ...Type.Partial(Type.Object(settings)).properties },
  { additionalProperties: false, required: ['account', 'name'] },
);

export function inputOf(change: Static<typeof avatarChange>): AvatarInput {
  const input = {
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
    hearing: change.hearing,
    look: change.look,
    embedOrigins: change.embed_origins,
    brain: change.brain,
    chatTimeout: change.chat_timeout,
    sendsHeard: change.sends_heard,
    filler: change.filler,
    fillerAfterMs: change.filler_after_ms,
    fallbackReply: change.fallback_reply,
    idleTimeout: change.idle_timeout,
    maxSessions: change.max_sessions,
    modelUrl: change.model_url,
    modelKey: change.model_key,
    modelName: change.model_name,
    modelPrompt: change.model_prompt,
    modelHistory: change.model_history,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
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
    voice: { ...avatar.voice, ...(takesKey(avatar.voice.provider) ? { has_key: avatar.hasVoiceKey } : {}) },
    hearing: {
      ...avatar.hearing,
      server: avatar.hearing.server && { ...avatar.hearing.server, has_key: avatar.hasHearingKey },
    },
    look: avatar.look,
    model: avatar.model && modelView(avatar.id, avatar.model, baseUrl),
    embed_origins: avatar.embedOrigins,
    brain: avatar.brain,
    chat_timeout: avatar.chatTimeout,
    sends_heard: avatar.sendsHeard,
    filler: avatar.filler,
    filler_after_ms: avatar.fillerAfterMs,
    fallback_reply: avatar.fallbackReply,
    idle_timeout: avatar.idleTimeout,
    max_sessions: avatar.maxSessions,
    model_url: avatar.modelUrl,
    has_model_key: avatar.hasModelKey,
    model_name: avatar.modelName,
    model_prompt: avatar.modelPrompt,
    model_history: avatar.modelHistory,
    created_at: avatar.createdAt.toISOString(),
    updated_at: avatar.updatedAt.toISOString(),
  };
}
