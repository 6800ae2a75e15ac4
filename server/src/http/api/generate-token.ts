import { Type } from 'typebox';
import type { Avatars } from '../../avatars/index.ts';
import { parseAvatarId } from '../../kernel/index.ts';
import { type AvatarTokens, tokenLifetime } from '../../tokens/index.ts';
import { keyOf, mayUseAvatar } from '../access/api-key.ts';
import { sendJson } from '../answers/answers.ts';
import { ContractError } from '../answers/contract-error.ts';
import { readJsonObject } from '../bodies/json-body.ts';
import type { Route } from '../route.ts';
import { errorAnswers } from './error-answers.ts';

const { defaultSeconds, minimumSeconds, maximumSeconds } = tokenLifetime;

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
    document: {
      tag: 'API-key endpoints',
      summary: 'Issue a one-use token for an avatar',
      description:
        'The token lets one visitor open one session. It cannot be refreshed; its lifetime limits only how long the visitor may take to join.',
      body: Type.Object({
        avatar_id: Type.String({ description: 'The avatar the token is for.' }),
        expire_at: Type.Optional(
          Type.Integer({
            minimum: minimumSeconds,
            maximum: maximumSeconds,
            default: defaultSeconds,
            description: 'Lifetime in seconds.',
          }),
        ),
      }),
      answers: {
        200: {
          description: 'The token',
          schema: Type.Object({
            jwt: Type.String(),
            expires_in: Type.Integer({ description: 'Seconds.' }),
            avatar_id: Type.String(),
          }),
        },
        ...errorAnswers('error', 'expireAtRange', 'avatarNotAllowed'),
      },
    },
    async handle(request, reply) {
      const key = keyOf(request);
      const { avatarText, lifetimeSeconds } = readInput(request.body);
      const avatarId = parseAvatarId(avatarText);
      if (avatarId === null || !mayUseAvatar(key, avatarId)) throw new ContractError('avatarNotAllowed');
      if ((await deps.avatars.ownerOf(avatarId)) !== key.accountId)
        throw new ContractError('avatarNotAllowed');
      const jwt = await deps.tokens.mint({ accountId: key.accountId, avatarId, lifetimeSeconds });
      return sendJson(reply, 200, { jwt, expires_in: lifetimeSeconds, avatar_id: String(avatarId) });
    },
  };
}

function readInput(given: unknown): { avatarText: string; lifetimeSeconds: number } {
  const { avatar_id: avatarText, expire_at: lifetime = defaultSeconds } = readJsonObject(given);
  if (typeof avatarText !== 'string' || avatarText === '') {
    throw new ContractError('invalidParams', 'avatar_id must be given as a string');
  }
  if (typeof lifetime !== 'number' || !Number.isInteger(lifetime)) throw new ContractError('expireAtRange');
  if (lifetime < minimumSeconds || lifetime > maximumSeconds) throw new ContractError('expireAtRange');
  return { avatarText, lifetimeSeconds: lifetime };
}
