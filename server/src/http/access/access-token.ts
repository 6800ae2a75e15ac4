import type { ErrorName } from '@parley/protocol';
import type { PartnerScope } from '@parley/protocol/management';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../../bus/index.ts';
import { bearerToken } from '../../kernel/index.ts';
import { defaultKeyRule } from '../../keys/index.ts';
import type { AccessTokens } from '../../oauth/index.ts';
import { sendContractError } from '../answers/answers.ts';
import type { ApiKeyAccess } from '../route.ts';
import { sourceBucket } from './source-address.ts';

export type AccessTokenGuard = (
  access: ApiKeyAccess,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

/** A partner's server sends requests for many accounts. */
const sourceRule = { burst: 1_000, rate: 100 };

/**
 * Lets a partner in with an access token. Errors are the same as for a key; the header says the same in OAuth terms.
 */
export function createAccessTokenGuard(deps: {
  accessTokens: AccessTokens;
  limits: RateLimits;
  refused: { key(): void };
}): AccessTokenGuard {
  const { accessTokens, limits, refused } = deps;
  return async (access, request, reply) => {
    const refuse = (error: ErrorName, challenge?: string) => {
      if (challenge !== undefined) reply.header('www-authenticate', `Bearer ${challenge}`);
      return sendContractError(reply, access.shape, error);
    };
    const isWithin = async (bucket: string, rule: typeof sourceRule) => {
      const taken = await limits.take(bucket, rule);
      if (!taken) refused.key();
      return taken;
    };
    const text = bearerToken(request);
    if (text === undefined) return refuse('invalidKey');
    if (!(await isWithin(`access-token:${sourceBucket(request.ip)}`, sourceRule)))
      return refuse('rateLimited');
    const token = await accessTokens.check(text);
    if (token === null) return refuse('invalidKey', 'error="invalid_token"');
    if (!(await isWithin(`grant:${token.grantId}`, defaultKeyRule))) return refuse('rateLimited');
    accessTokens.noteUse(token.grantId);
    const scope: string = access.permission;
    if (!token.scopes.includes(scope as PartnerScope))
      return refuse('scopeMissing', `error="insufficient_scope", scope="${scope}"`);
    request.apiKey = token;
    return undefined;
  };
}
