import type { RateLimits, RateRule } from '../../bus/index.ts';
import { sendFault } from '../oauth/index.ts';
import type { Hook, OauthAccess } from '../route.ts';
import { sourceBucket } from './source-address.ts';

/** A person connects rarely, and each request is stored. A partner's server refreshes the tokens of many accounts. */
const rules: Readonly<Record<OauthAccess['caller'], RateRule>> = {
  browser: { burst: 60, rate: 1 },
  client: { burst: 300, rate: 30 },
};

/** Limits the OAuth endpoints for each source address. The OAuth library checks the caller. */
export function createOauthGuard(limits: RateLimits): (access: OauthAccess) => Hook {
  return (access) => async (request, reply) => {
    const bucket = `oauth-${access.caller}:${sourceBucket(request.ip)}`;
    if (await limits.take(bucket, rules[access.caller])) return undefined;
    return sendFault(
      request,
      reply,
      access,
      429,
      'temporarily_unavailable',
      'Too many requests. Wait a moment, then try again.',
    );
  };
}
