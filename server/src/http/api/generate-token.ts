import type { TokenAnswer } from '@parley/protocol';
import type { Avatars } from '../../avatars/index.ts';
import { parseAvatarId, readJsonObject } from '../../kernel/index.ts';
import type { AvatarTokens } from '../../tokens/index.ts';
import { keyOf, mayUseAvatar } from '../access/api-key.ts';
import { sendJson } from '../answers/answers.ts';
import { ContractError } from '../answers/contract-error.ts';
import type { Route } from '../route.ts';
import documents from './documents.json' with { type: 'json' };
import { withErrors } from './error-answers.ts';

const document = documents['POST /auth/generate-token'];
const lifetimes = document.body.properties.expire_at;

export function generateTokenRoute(deps: { avatars: Pick<Avatars, 'ownerOf'>; tokens: AvatarTokens }): Route {
  return {
    method: 'POST',
    path: '/auth/generate-token',
    access: {
      kind: 'api-key',
      permission: 'generate_tokens',
      shape: 'error',
      needsOrigin: true,
      takesAccessTokens: true,
    },
    document: withErrors('error', document, 'expireAtRange', 'avatarNotAllowed'),
    async handle(request, reply) {
      const key = keyOf(request);
      const { avatarText, lifetimeSeconds } = readInput(request.body);
      const avatarId = parseAvatarId(avatarText);
      if (avatarId === null || !mayUseAvatar(key, avatarId)) throw new ContractError('avatarNotAllowed');
      if ((await deps.avatars.ownerOf(avatarId)) !== key.accountId)
        throw new ContractError('avatarNotAllowed');
      const jwt = await deps.tokens.mint({ accountId: key.accountId, avatarId, lifetimeSeconds });
      return sendJson(reply, 200, {
        jwt,
        expires_in: lifetimeSeconds,
        avatar_id: String(avatarId),
      } satisfies TokenAnswer);
    },
  };
}

function readInput(given: unknown): { avatarText: string; lifetimeSeconds: number } {
  const { avatar_id: avatarText, expire_at: lifetime = lifetimes.default } = readJsonObject(given);
  if (typeof avatarText !== 'string' || avatarText === '') {
    throw new ContractError('invalidParams', 'avatar_id must be given as a string');
  }
  if (typeof lifetime !== 'number' || !Number.isInteger(lifetime)) throw new ContractError('expireAtRange');
  if (lifetime < lifetimes.minimum || lifetime > lifetimes.maximum) throw new ContractError('expireAtRange');
  return { avatarText, lifetimeSeconds: lifetime };
}
