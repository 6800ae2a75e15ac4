import type { Readable } from 'node:stream';
import type { EndpointTestInput } from '@parley/protocol/management';
import {
  type AvatarRef,
  type Avatars,
  type AvatarWithSecrets,
  presetNames,
  type VoicePreview,
} from '../../avatars/index.ts';
import type { EndpointSettings, EndpointTestStep } from '../../brain/index.ts';
import type { Sql } from '../../db/index.ts';
import type { HearingEngine } from '../../hearing/index.ts';
import { conflict, invalid, newSessionId, notFound, startDeadline } from '../../kernel/index.ts';
import type { UserFacts } from '../../live/index.ts';
import { compareBrains, type SecondBrains } from '../../second-brain/index.ts';
import { type Speech, type VoiceProvider, voiceProviders } from '../../speech/index.ts';
import type { AvatarTokens } from '../../tokens/index.ts';
import type { CallContext, HandlersFor } from '../calls/call-context.ts';
import { nameCursor, nameCursorText } from '../calls/cursor.ts';
import { Download } from '../calls/non-json-answers.ts';
import { avatarIdOf, avatarView, inputOf, listedView } from './avatar-view.ts';

export type RunEndpointTest = (
  settings: EndpointSettings,
  play: { user: UserFacts; message: string; avatarId: number; signal: AbortSignal },
) => Promise<EndpointTestStep[]>;

/** What people need to choose one of a provider's voices. */
const voiceNotes: Readonly<Partial<Record<VoiceProvider, string>>> = {
  device: 'The voices of the visitor’s browser. Only the browser knows them.',
  openai: 'The voices of the server that is set.',
  azure: 'Voices by their names, such as en-US-JennyNeural.',
  elevenlabs: 'Voices by their ids.',
  google: 'Voices by their names, such as en-GB-Neural2-A.',
};

const tokenSeconds = 120;
const trialMs = 60_000;

export function avatarHandlers(deps: {
  avatars: Avatars;
  speech: Speech;
  hearing: Pick<HearingEngine, 'recognisers'>;
  tokens: AvatarTokens;
  trial: VoicePreview;
  runEndpointTest: RunEndpointTest;
  addressProblem: (url: string) => string | null;
  baseUrl: string;
  sql: Sql;
  secondBrains: Pick<SecondBrains, 'stored'>;
}): HandlersFor<'avatars'> & HandlersFor<'voices'> {
  const { avatars, speech, tokens, baseUrl } = deps;
  const withSecrets = async (text: string, accountId: string): Promise<AvatarWithSecrets> => {
    const found = await avatars.withSecrets(avatarIdOf(text));
    if (found === null || found.avatar.accountId !== accountId)
      throw notFound('This avatar does not exist. Check its id.');
    return found;
  };

  const uploaded = async (
    put: Avatars['models']['put'],
    call: Pick<CallContext<'avatars.putModel'>, 'actor' | 'ref' | 'upload'>,
  ) => {
    const file = call.upload();
    try {
      return avatarView(await put(call.actor, refOf(call), piecesOf(file)), baseUrl);
    } finally {
      // The rest of the upload is read: a client whose connection closes while it sends never receives the answer.
      file.resume();
    }
  };

  return {
    async 'avatars.list'({ accountId, query }) {
      const { limit = 50, search = '' } = query;
      const found = await avatars.list(accountId, { search, after: nameCursor(query.cursor), limit });
      return {
        items: found.avatars.map((avatar) => listedView(avatar, baseUrl)),
        next: found.next && nameCursorText(found.next),
        total: found.total,
      };
    },
    async 'avatars.create'({ change, accountId, body }) {
      const input = { ...inputOf(body), name: body.name };
      return avatarView(await avatars.create(change, accountId, input), baseUrl);
    },
    async 'avatars.get'({ accountId, part }) {
      return avatarView(await avatars.get(accountId, avatarIdOf(part('avatar'))), baseUrl);
    },
    async 'avatars.update'(call) {
      const input = inputOf(call.body);
      if (Object.keys(input).length === 0) throw invalid('Nothing to change: name at least one setting.');
      return avatarView(await avatars.update(call.change, refOf(call), input), baseUrl);
    },
    async 'avatars.duplicate'(call) {
      return avatarView(await avatars.duplicate(call.change, refOf(call), call.body.name), baseUrl);
    },
    async 'avatars.brains'({ accountId, part }) {
      const avatar = await avatars.get(accountId, avatarIdOf(part('avatar')));
      await deps.secondBrains.stored();
      return await compareBrains(deps.sql, avatar);
    },
    async 'avatars.promote'(call) {
      return avatarView(await avatars.promote(call.change, refOf(call)), baseUrl);
    },
    'avatars.delete': (call) => avatars.remove(call.change, refOf(call)),

    async 'avatars.testEndpoint'({ caller, actor, accountId, body, part, audit }) {
      const found = await withSecrets(part('avatar'), accountId);
      const { id, name } = found.avatar;
      const settings = endpointOf(found, body, deps.addressProblem);
      const sessionId = newSessionId();
      const user: UserFacts = {
        sessionId,
        accountId,
        avatarId: id,
        userId: 'dashboard-test',
        userName: caller.kind === 'person' ? caller.signed.person.name : actor.who,
        locale: 'en-US',
        lastSeenMs: Date.now(),
        customString: null,
        accessToken: null,
        jwtToken: null,
      };
      using deadline = startDeadline(trialMs);
      const steps = await deps.runEndpointTest(settings, {
        user,
        message: body.message ?? 'Hello! Can you hear me?',
        avatarId: id,
        signal: deadline.signal,
      });
      const passed = steps.every(({ outcome }) => outcome === 'ok');
      await audit({ kind: 'avatar', id: String(id), name }, { url: settings.url, passed });
      return { passed, sessionId, steps };
    },

    async 'avatars.say'({ accountId, body, part }) {
      return new Download('audio/wav', await deps.trial.say(accountId, avatarIdOf(part('avatar')), body));
    },
    'avatars.putModel': (call) => uploaded(avatars.models.put, call),
    'avatars.putPortrait': (call) => uploaded(avatars.portraits.put, call),
    async 'avatars.removeModel'(call) {
      return avatarView(await avatars.models.remove(call.change, refOf(call)), baseUrl);
    },
    async 'avatars.token'({ accountId, part }) {
      const { avatar } = await withSecrets(part('avatar'), accountId);
      const jwt = await tokens.mint({ avatarId: avatar.id, accountId, lifetimeSeconds: tokenSeconds });
      return { jwt, expiresIn: tokenSeconds };
    },
    'voices.list': () => ({
      items: speech.voices(),
      providers: voiceProviders.map((provider) => ({
        provider,
        note: voiceNotes[provider] ?? speech.unavailableReason(provider),
      })),
      recognisers: deps.hearing.recognisers(),
      looks: presetNames,
    }),
  };
}

const refOf = ({ ref }: Pick<CallContext<'avatars.update'>, 'ref'>): AvatarRef => ({
  ...ref('avatar'),
  id: avatarIdOf(ref('avatar').id),
});

async function* piecesOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw invalid('The upload was interrupted. Send the file again.');
  }
}

/** The stored key is sent only to the stored address, never to one that is being tried. */
function endpointOf(
  { avatar, endpointKey }: AvatarWithSecrets,
  input: EndpointTestInput,
  addressProblem: (url: string) => string | null,
): EndpointSettings {
  const url = input.endpointUrl ?? avatar.endpointUrl;
  if (url === null) throw conflict('This avatar has no endpoint yet. Set an endpoint URL first.');
  if (!URL.canParse(url))
    throw invalid(
      'This is not a URL. Write it in full, such as https://www.example.com/chat.',
      'endpointUrl',
    );
  const problem = addressProblem(url);
  if (problem !== null) throw invalid(problem, 'endpointUrl');
  const isStored = new URL(url).href === avatar.endpointUrl;
  const key = input.endpointKey ?? (isStored ? endpointKey : null);
  return {
    accountId: avatar.accountId,
    url,
    key: key === '' ? null : key,
    chatTimeoutMs: avatar.chatTimeout * 1000,
    sendsHeard: false,
  };
}
