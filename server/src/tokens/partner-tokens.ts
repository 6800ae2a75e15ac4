import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { SignJWT } from 'jose';
import { type Clock, Semaphore } from '../kernel/index.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Tokens that prove to a partner's receiver that a delivery is ours and meant for it. */
export type PartnerTokens = {
  /** Each token is for one attempt. Rejects with the signal's reason if it aborts while others are signed first. */
  mint(partnerId: string, signal?: AbortSignal): Promise<string>;
};

const lifetimeSeconds = 300;

/**
 * An RS256 signature takes over a millisecond of a processor, so it is made in the thread pool. Password hashing uses
 * up to two threads of the same pool. Signatures leave those free, and never take more threads than there are
 * processors: the event loop needs one, too.
 */
export function signingThreads(processors: number, poolSize: number): number {
  const threadsOfPasswords = 2;
  return Math.max(1, Math.min(processors, poolSize - threadsOfPasswords));
}

export function createPartnerTokens(deps: {
  keys: Pick<SigningKeys, 'current'>;
  issuer: string;
  clock: Clock;
}): PartnerTokens {
  const { keys, issuer, clock } = deps;
  const poolSize = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  const signing = new Semaphore({ limit: signingThreads(availableParallelism(), poolSize) });
  return {
    mint(partnerId, signal) {
      const jti = randomUUID();
      const sign = async (): Promise<string> => {
        const { id, privateKey } = keys.current('RS256');
        const iat = Math.floor(clock.now() / 1000);
        const claims = { iss: issuer, aud: partnerId, iat, exp: iat + lifetimeSeconds, jti };
        return await new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: id, typ: 'JWT' })
          .sign(privateKey);
      };
      // First come, first served. The delivery engine has shared its slots between partners already, and one partner
      // alone may use all threads.
      return signing.run(jti, sign, signal === undefined ? {} : { signal });
    },
  };
}
