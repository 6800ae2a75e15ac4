import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { bearerOf } from '../http/bearer-key.ts';
import type { WebHandler } from '../http/web-handler.ts';
import { createReceiver, type ReceiverOptions } from './receiver.ts';

export type { EventDetails, EventName } from '@parley/protocol/contract';
export type { WebHandler } from '../http/web-handler.ts';
export type { WebhookEvent } from './receiver.ts';
export { memoryOfEvents, type SeenEvents } from './seen-events.ts';

export type PartnerReceiverOptions = ReceiverOptions & {
  /** The base address of the service, such as `https://talk.example.com`. */
  readonly serviceUrl: string;
  readonly clientId: string;
};

/** New keys are published ten minutes before they sign. */
const keysMaxAgeMs = 5 * 60_000;

/** A key set that cannot be read says nothing about the token: then the answer is 500, and the event comes again. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code);

/** Receives the events of a partner's webhook: as a webhook receiver, and checks the token of the service, too. */
export function createPartnerReceiver({
  serviceUrl,
  clientId,
  ...options
}: PartnerReceiverOptions): WebHandler {
  const issuer = serviceUrl.replace(/\/$/, '');
  if (!clientId) throw new TypeError('clientId must be given.');
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), { cacheMaxAge: keysMaxAgeMs });
  const checks = { issuer, audience: clientId, algorithms: ['RS256'], requiredClaims: ['exp'] };
  return createReceiver(options, async (request) => {
    try {
      await jwtVerify(bearerOf(request) ?? '', keys, checks);
      return true;
    } catch (error) {
      if (isAboutToken(error)) return false;
      throw error;
    }
  });
}
