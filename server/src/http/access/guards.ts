import type { RateLimits } from '../../bus/index.ts';
import type { Keys } from '../../keys/index.ts';
import type { AccessTokens } from '../../oauth/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { ManagementGuard } from '../management/guard.ts';
import type { Access, Hook } from '../route.ts';
import { createApiKeyGuard, type RefusalCounter } from './api-key.ts';
import { createOauthGuard } from './oauth.ts';
import { createOperatorGuard } from './operator.ts';
import type { OperatorTokenCheck } from './operator-token.ts';

export type GuardDeps = {
  readonly settings: Pick<Settings, 'EDGE_BURST' | 'EDGE_RATE' | 'behindProxy'>;
  readonly keys: Keys;
  readonly accessTokens: AccessTokens;
  readonly limits: RateLimits;
  readonly isOperatorToken: OperatorTokenCheck;
  readonly management: ManagementGuard;
  readonly refused: RefusalCounter;
};

/** The guard for a route's access rule; null if everybody may call it. */
export function createGuards(deps: GuardDeps): (access: Access) => Hook | null {
  const { keys, limits, refused, settings } = deps;
  const edgeRule = { burst: settings.EDGE_BURST, rate: settings.EDGE_RATE };
  const apiKey = createApiKeyGuard({ keys, accessTokens: deps.accessTokens, limits, edgeRule, refused });
  const oauth = createOauthGuard(limits);
  const hereOrOperator = createOperatorGuard(deps.isOperatorToken, settings.behindProxy);
  return (access) => {
    switch (access.kind) {
      case 'api-key':
        return apiKey(access);
      case 'loopback-or-operator':
        return hereOrOperator;
      case 'oauth':
        return oauth(access);
      case 'management':
        return deps.management(access.access);
      default:
        return null;
    }
  };
}
