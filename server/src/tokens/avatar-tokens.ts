import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Clock } from '../kernel/index.ts';
import type { SigningKey } from './signing-keys.ts';

export const tokenLifetime = { defaultSeconds: 120, minimumSeconds: 60, maximumSeconds: 3600 } as const;

export type AvatarTokens = {
  mint(input: { accountId: string; avatarId: number; lifetimeSeconds: number }): Promise<string>;
};

export const audienceOf = (avatarId: number): string => `avatar:${avatarId}`;

/** Mints the one-use tokens of private avatars. Nothing is stored: the use is what gets recorded. */
export function createAvatarTokens(deps: {
  keys: readonly SigningKey[];
  issuer: string;
  clock: Clock;
}): AvatarTokens {
  const key = deps.keys.find((candidate) => candidate.algorithm === 'EdDSA');
  if (key === undefined) throw new Error('there is no Ed25519 signing key');
  const header = { alg: 'EdDSA', kid: key.id, typ: 'JWT' };

  return {
    mint({ accountId, avatarId, lifetimeSeconds }) {
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
      return new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey);
    },
  };
}
