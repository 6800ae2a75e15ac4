import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Clock } from '../kernel/index.ts';
import type { SigningKeys } from './signing-keys.ts';

export type AvatarTokens = {
  mint(input: { accountId: string; avatarId: number; lifetimeSeconds: number }): Promise<string>;
};

export const audienceOf = (avatarId: number): string => `avatar:${avatarId}`;

/** Mints the one-use tokens of private avatars. Nothing is stored at that time. Only their use is recorded. */
export function createAvatarTokens(deps: {
  keys: Pick<SigningKeys, 'current'>;
  issuer: string;
  clock: Clock;
}): AvatarTokens {
  return {
    mint({ accountId, avatarId, lifetimeSeconds }) {
      const key = deps.keys.current('EdDSA');
      const issuedAt = Math.floor(deps.clock.now() / 1000);
      const claims = {
        iss: deps.issuer,
        aud: audienceOf(avatarId),
        sub: accountId,
        avatar_id: String(avatarId),
        iat: issuedAt,
        exp: issuedAt + lifetimeSeconds,
        jti: randomUUID(),
      };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', kid: key.id, typ: 'JWT' })
        .sign(key.privateKey);
    },
  };
}
