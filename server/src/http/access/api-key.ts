import type { ErrorName } from '@parley/protocol';
import type { FastifyRequest } from 'fastify';
import type { RateLimits, RateRule } from '../../bus/index.ts';
import type { KeyCheck, KeyLookUp, KeyRecord, Keys } from '../../keys/index.ts';
import type { AccessTokens } from '../../oauth/index.ts';
import { sendContractError } from '../answers/answers.ts';
import type { ApiKeyAccess, Hook } from '../route.ts';
import { createAccessTokenGuard } from './access-token.ts';
import { createLimitedLookUp } from './look-ups.ts';
import { sourceBucket } from './source-address.ts';

/** What a caller may see. */
export type ApiCaller = Pick<KeyRecord, 'accountId' | 'avatarIds'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The key or the grant of this request; null on routes that need none. */
    apiKey: ApiCaller | null;
  }
}

export type ApiKeyGuard = (access: ApiKeyAccess) => Hook;
export type RefusalCounter = { edge(): void; key(): void };

const keyFaults = {
  missing: 'keyRequired',
  malformed: 'keyFormat',
  unknown: 'keyUnknown',
  revoked: 'invalidKey',
  disabled: 'keyDisabled',
  'too-many': 'rateLimited',
} as const satisfies Record<Exclude<KeyCheck['outcome'], 'good'>, ErrorName>;

/** Checks the key, its rate limit and its permission before the body is read. */
export function createApiKeyGuard(deps: {
  keys: Pick<Keys, 'check' | 'noteUse'>;
  accessTokens: AccessTokens;
  limits: RateLimits;
  edgeRule: RateRule;
  refused: RefusalCounter;
}): ApiKeyGuard {
  const { keys, limits, edgeRule, refused } = deps;
  const byAccessToken = createAccessTokenGuard(deps);
  const limitedLookUp = createLimitedLookUp<KeyCheck>({
    limits,
    kind: 'unknown-key',
    isMiss: ({ outcome }) => outcome === 'unknown',
  });
  const lookUpFor =
    ({ ip }: FastifyRequest): KeyLookUp =>
    async (hash, read) => {
      const found = await limitedLookUp(ip, hash, read);
      return found === 'too-many' ? { outcome: 'too-many' } : found;
    };

  return (access) => async (request, reply) => {
    // Cached answers are not awaited: each await would delay every request.
    if (access.edgeLimit) {
      const taking = limits.take(`edge:${sourceBucket(request.ip)}`, edgeRule);
      if (!(taking instanceof Promise ? await taking : taking)) {
        refused.edge();
        return reply.code(429).send();
      }
    }
    const given = request.headers['x-api-key'];
    if (given === undefined && access.takesAccessTokens && request.headers.authorization !== undefined)
      return await byAccessToken(access, request, reply);
    const text = typeof given === 'string' ? given : undefined;
    const checking = keys.check(text, request.socket, lookUpFor(request));
    const checked = checking instanceof Promise ? await checking : checking;
    if (checked.outcome !== 'good') {
      if (checked.outcome === 'too-many') refused.key();
      const hasOwnCode = access.shape === 'fail' || checked.outcome === 'too-many';
      const fault = hasOwnCode ? keyFaults[checked.outcome] : 'invalidKey';
      return sendContractError(reply, access.shape, fault);
    }
    const { key, bucket, rule } = checked;
    const taking = limits.take(bucket, rule);
    if (!(taking instanceof Promise ? await taking : taking)) {
      refused.key();
      return sendContractError(reply, access.shape, 'rateLimited');
    }
    keys.noteUse(key.id);
    if (!key.permissions.includes(access.permission)) {
      return sendContractError(reply, access.shape, 'scopeMissing');
    }
    if (!originAllowed(key, request.headers.origin, access.needsOrigin === true)) {
      return sendContractError(reply, access.shape, 'originNotAllowed');
    }
    request.apiKey = key;
    return undefined;
  };
}

function originAllowed({ origins }: KeyRecord, origin: string | undefined, isNeeded: boolean): boolean {
  if (origins === null) return true;
  return origin === undefined ? !isNeeded : origins.includes(origin);
}

/** For handlers behind the guard, where there always is a key. */
export function keyOf(request: FastifyRequest): ApiCaller {
  if (request.apiKey === null) throw new Error('this route was reached without an API key');
  return request.apiKey;
}

export const mayUseAvatar = (key: ApiCaller, avatarId: number): boolean =>
  key.avatarIds === null || key.avatarIds.includes(avatarId);
