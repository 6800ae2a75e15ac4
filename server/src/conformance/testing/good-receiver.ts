import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const receiverSecret = `whsec_${Buffer.from('a secret of the receiver').toString('base64')}`;
const key = Buffer.from(receiverSecret.slice('whsec_'.length), 'base64');
const windowSeconds = 300;

/** The parts of a receiver. Each can be replaced by a broken one. */
export type ReceiverParts = {
  /** The signatures in the header; null if there is none. */
  signatures(header: string | undefined): string[] | null;
  /** The bytes that the signature is computed over. */
  signed(body: Buffer): Buffer | string;
  isRight(given: string, expected: string): boolean;
  /** What an event without a signature is answered with. */
  unsigned: number;
  isOld(ageSeconds: number): boolean;
  isKnown: number;
  handle(event: { readonly name: string }): number;
  maxBytes: number;
  /** How many requests it serves at the same time. */
  most: number;
};

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const goodReceiver: ReceiverParts = {
  signatures: (header) => header?.split(' ') ?? null,
  signed: (body) => body,
  isRight: equal,
  unsigned: 401,
  isOld: (age) => Math.abs(age) > windowSeconds,
  isKnown: 200,
  handle: () => 204,
  maxBytes: 8 * 1024 * 1024,
  most: Number.POSITIVE_INFINITY,
};

/** A receiver of webhooks as a customer would write it. `changes` break it in one place. */
export async function startWebhookReceiver(
  changes: Partial<ReceiverParts> = {},
): Promise<AsyncDisposable & { readonly url: string }> {
  const parts = { ...goodReceiver, ...changes };
  const known = new Set<string>();
  let busy = 0;
  const answer = (headers: IncomingHttpHeaders, body: Buffer): number => {
    if (body.length > parts.maxBytes) return 413;
    const [id, time] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
    const signatures = parts.signatures(headers['webhook-signature']?.toString());
    if (signatures === null) {
      if (parts.unsigned >= 300) return parts.unsigned;
    } else {
      const hmac = createHmac('sha256', key).update(`${id}.${time}.`).update(parts.signed(body));
      const expected = `v1,${hmac.digest('base64')}`;
      if (!signatures.some((given) => parts.isRight(given, expected))) return 401;
      if (parts.isOld(Date.now() / 1000 - time)) return 401;
    }
    if (known.has(id)) return parts.isKnown;
    known.add(id);
    return parts.handle(JSON.parse(body.toString()));
  };
  const server = createServer(async (request, response) => {
    busy += 1;
    if (busy > parts.most) response.statusCode = 503;
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    if (parts.most < Number.POSITIVE_INFINITY) await sleep(100);
    if (response.statusCode === 200) response.statusCode = answer(request.headers, body);
    busy -= 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
