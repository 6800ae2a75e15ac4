import type { EndpointTestInput } from '@parley/protocol/management';
import { type Avatars, type AvatarWithSecrets, presetNames, type VoiceTrial } from '../../avatars/index.ts';
import type { EndpointSettings, TrialStep } from '../../brain/index.ts';
import type { Sql } from '../../db/index.ts';
import { conflict, invalid, newSessionId, notFound } from '../../kernel/index.ts';
import type { UserFacts } from '../../live/index.ts';
import type { Speech } from '../../speech/index.ts';
import type { AvatarTokens } from '../../tokens/index.ts';
import { putModel } from '../operator/model-routes.ts';
import { avatarIdOf, avatarView, changeForAudit, inputOf } from './avatar-view.ts';
import { done, type HandlersFor } from './call-context.ts';

export type EndpointTrial = (
  settings: EndpointSettings,
  play: { user: UserFacts; message: string; avatarId: number; signal: AbortSignal },
) => Promise<TrialStep[]>;

const targetOf = ({ id, name }: { id: number; name: string }) => ({ kind: 'avatar', id: String(id), name });
const tokenSeconds = 120;
const trialMs = 60_000;

export function avatarHandlers(deps: {
  sql: Sql;
  avatars: Avatars;
  speech: Speech;
  tokens: AvatarTokens;
  trial: VoiceTrial;
  tryEndpoint: EndpointTrial;
  addressProblem: (url: string) => string | null;
  baseUrl: string;
}): HandlersFor<'avatars'> & HandlersFor<'voices'> {
  const { sql, avatars, speech, tokens, baseUrl } = deps;
  const withSecrets = async (text: string, accountId: string): Promise<AvatarWithSecrets> => {
    const found = await avatars.withSecrets(avatarIdOf(text));
    if (found === null || found.avatar.accountId !== accountId) throw notFound('There is no such avatar.');
    return found;
  };

  return {
    async 'avatars.list'({ accountId, query }) {
      const { page = 0, size = 24, search = '' } = query;
      const found = await avatars.search(accountId, search, page, size);
      const facts = await readFacts(
        sql,
        found.avatars.map(({ id }) => id),
      );
      const items = found.avatars.flatMap(({ id }) => {
        const fact = facts.get(id);
        if (fact === undefined) return [];
        return [{ ...fact, id: String(id), pageUrl: `${baseUrl}/avatar/${id}` }];
      });
      return { items, page, size, total: found.total };
    },
    async 'avatars.create'({ accountId, body, auditIn }) {
      const input = { ...inputOf(body), name: body.name };
      const avatar = await avatars.create(accountId, input, (tx, made) =>
        auditIn(tx, targetOf(made), changeForAudit(body)),
      );
      return avatarView(avatar, baseUrl);
    },
    async 'avatars.get'({ accountId, part }) {
      return avatarView(await avatars.get(avatarIdOf(part('avatar')), accountId), baseUrl);
    },
    async 'avatars.update'({ accountId, body, part, auditIn }) {
      if (Object.keys(body).length === 0) throw invalid('Nothing to change: name at least one setting.');
      const id = avatarIdOf(part('avatar'));
      const avatar = await avatars.update(id, inputOf(body), accountId, (tx, changed) =>
        auditIn(tx, targetOf(changed), changeForAudit(body)),
      );
      return avatarView(avatar, baseUrl);
    },
    async 'avatars.delete'({ accountId, part, auditIn }) {
      const avatar = await avatars.get(avatarIdOf(part('avatar')), accountId);
      await avatars.remove(avatar.id, accountId, (tx) => auditIn(tx, targetOf(avatar)));
      return done;
    },

    async 'avatars.testEndpoint'({ accountId, body, part, signed, audit }) {
      const found = await withSecrets(part('avatar'), accountId);
      const { id } = found.avatar;
      const settings = endpointOf(found, body, deps.addressProblem);
      const sessionId = newSessionId();
      const user: UserFacts = {
        sessionId,
        accountId,
        avatarId: id,
        userId: 'dashboard-test',
        userName: signed.person.name,
        locale: 'en-US',
        lastSeenMs: Date.now(),
        customString: null,
        accessToken: null,
        jwtToken: null,
      };
      const steps = await deps.tryEndpoint(settings, {
        user,
        message: body.message ?? 'Hello! Can you hear me?',
        avatarId: id,
        signal: AbortSignal.timeout(trialMs),
      });
      const passed = steps.every(({ outcome }) => outcome === 'ok');
      await audit(targetOf(found.avatar), { url: settings.url, passed });
      return { passed, sessionId, steps };
    },

    async 'avatars.say'({ accountId, body, part, reply }) {
      const wav = await deps.trial.say(avatarIdOf(part('avatar')), body, accountId);
      return reply.header('content-type', 'audio/wav').header('cache-control', 'no-store').send(wav);
    },
    async 'avatars.putModel'({ accountId, part, request, auditIn }) {
      const id = avatarIdOf(part('avatar'));
      await putModel(avatars, request, id, accountId, async (tx, { format, bytes, triangles }) => {
        const [avatar] = await tx<{ name: string }[]>`select name from avatars where id = ${id}`;
        await auditIn(tx, targetOf({ id, name: avatar?.name ?? '' }), { format, bytes, triangles });
      });
      return avatarView(await avatars.get(id, accountId), baseUrl);
    },
    async 'avatars.removeModel'({ accountId, part, auditIn }) {
      const avatar = await avatars.get(avatarIdOf(part('avatar')), accountId);
      await avatars.models.remove(avatar.id, accountId, (tx) => auditIn(tx, targetOf(avatar)));
      return avatarView(await avatars.get(avatar.id, accountId), baseUrl);
    },
    async 'avatars.token'({ accountId, part }) {
      const { avatar } = await withSecrets(part('avatar'), accountId);
      const jwt = await tokens.mint({ avatarId: avatar.id, accountId, lifetimeSeconds: tokenSeconds });
      return { jwt, expiresIn: tokenSeconds };
    },
    'voices.list': () => ({ items: speech.voices(), looks: presetNames }),
  };
}

/** The stored key is sent only to the stored address, never to one that is being tried. */
function endpointOf(
  { avatar, endpointKey }: AvatarWithSecrets,
  input: EndpointTestInput,
  addressProblem: (url: string) => string | null,
): EndpointSettings {
  const url = input.endpointUrl ?? avatar.endpointUrl;
  if (url === null) throw conflict('This avatar has no endpoint yet: give it an address first.');
  if (!URL.canParse(url)) throw invalid('This is not an address.', 'endpointUrl');
  const problem = addressProblem(url);
  if (problem !== null) throw invalid(problem, 'endpointUrl');
  const isStored = new URL(url).href === avatar.endpointUrl;
  const key = input.endpointKey ?? (isStored ? endpointKey : null);
  return { url, key: key === '' ? null : key, chatTimeoutMs: avatar.chatTimeout * 1000, sendsHeard: false };
}

type Fact = {
  readonly name: string;
  readonly look: string | Record<string, unknown>;
  readonly private: boolean;
  readonly brain: 'endpoint' | 'model';
  readonly canAnswer: boolean;
  readonly updatedAt: number;
  readonly lastSessionAt: number | null;
  readonly liveSessions: number;
};

async function readFacts(sql: Sql, ids: readonly number[]): Promise<Map<number, Fact>> {
  const rows = await sql<(Fact & { id: number })[]>`
    select id, name, look, private, brain, ms(updated_at) as "updatedAt",
      (case brain when 'model' then model_url else endpoint_url end) is not null as "canAnswer",
      (select ms(created_at) from sessions where avatar_id = avatars.id order by created_at desc limit 1)
        as "lastSessionAt",
      (select count(*)::int from sessions where avatar_id = avatars.id and state <> 'ended') as "liveSessions"
    from avatars where id = any(${[...ids]}::bigint[]) and deleted_at is null`;
  return new Map(rows.map(({ id, ...fact }) => [id, fact]));
}
