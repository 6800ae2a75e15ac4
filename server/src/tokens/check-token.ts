import { errors, jwtVerify } from 'jose';
import type { Clock } from '../kernel/index.ts';
import { audienceOf } from './avatar-tokens.ts';
import type { SigningKeys } from './signing-keys.ts';

export type TokenCheck =
  | { readonly ok: true; readonly token: { readonly jti: string; readonly expiresAt: number } }
  | { readonly ok: false; readonly code: 'token_invalid' | 'token_expired' };

const invalid: TokenCheck = { ok: false, code: 'token_invalid' };

/**
 * Whether a token was made by us, for this avatar of this account, and is still valid. Its use is recorded elsewhere.
 */
export function createTokenChecker(deps: { keys: Pick<SigningKeys, 'list'>; issuer: string; clock: Clock }) {
  return async (jwt: string, avatarId: number, accountId: string): Promise<TokenCheck> => {
    try {
      const { payload } = await jwtVerify(
        jwt,
        ({ kid }) => {
          const key = deps.keys.list().find(({ id, algorithm }) => id === kid && algorithm === 'EdDSA');
          if (key === undefined) throw new errors.JWKSNoMatchingKey();
          return key.publicKey;
        },
        {
          algorithms: ['EdDSA'],
          issuer: deps.issuer,
          audience: audienceOf(avatarId),
          subject: accountId,
          requiredClaims: ['exp', 'jti'],
          currentDate: new Date(deps.clock.now()),
        },
      );
      const { jti = '', exp = 0 } = payload;
      return { ok: true, token: { jti, expiresAt: exp * 1000 } };
    } catch (error) {
      return error instanceof errors.JWTExpired ? { ok: false, code: 'token_expired' } : invalid;
    }
  };
}
