import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readInput, reportReady } from '../../../server/src/testing/load/child.ts';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';

/** The receivers of webhooks, each on its own port, all together in one separate process. */
export type ReceiversInput = {
  readonly count: number;
  /** Whether each request must carry a token that no other request carried. */
  readonly tokens?: boolean;
};
export type ReceiversReady = { readonly urls: readonly string[] };

/** How long each event took from its creation to its arrival here, in microseconds, by receiver. */
export type Arrivals = readonly (readonly number[])[];

const verifyEvery = 100;
const waitLimitMs = 60_000;
const { count, tokens = false } = readInput<ReceiversInput>();
const seen = new Set<string>();
const took: number[][] = Array.from({ length: count }, () => []);
const secrets: string[] = [];
const hanging = new Set<number>();
let arrived = 0;
let wanted = Number.POSITIVE_INFINITY;
let onWanted = () => {};

function take(index: number, request: IncomingMessage, response: ServerResponse): void {
  const arrivedAt = nowMicros();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (hanging.has(index)) return;
    const body = Buffer.concat(chunks).toString();
    const madeAt = Number(/made at (\d+)/.exec(body)?.[1]);
    if (arrived % verifyEvery === 0 && !isSigned(request, body, secrets[index] ?? '')) {
      response.writeHead(400).end();
      throw new Error('a wrong signature arrived');
    }
    if (tokens && !hasNewToken(request)) {
      response.writeHead(401).end();
      throw new Error('a request without a token of its own arrived');
    }
    response.writeHead(204).end();
    took[index]?.push(arrivedAt - madeAt);
    arrived += 1;
    if (arrived >= wanted) onWanted();
  });
}

function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

function hasNewToken({ headers: { authorization = '' } }: IncomingMessage): boolean {
  const isNew = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/.test(authorization) && !seen.has(authorization);
  seen.add(authorization);
  return isNew;
}

const servers = await Promise.all(
  Array.from({ length: count }, async (_, index): Promise<Server> => {
    const server = createServer({ keepAliveTimeout: 60_000, noDelay: true }, (request, response) =>
      take(index, request, response),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1_024, resolve));
    return server;
  }),
);
const urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

await reportReady({ urls } satisfies ReceiversReady, {
  know: (all: readonly string[]) => secrets.push(...all),
  forget() {
    for (const times of took) times.length = 0;
    arrived = 0;
  },
  /** Resolves when this many have arrived since the last `forget`. */
  until: (number: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${arrived} of ${number} arrived`)), waitLimitMs);
      wanted = number;
      onWanted = () => {
        clearTimeout(timer);
        resolve();
      };
      if (arrived >= wanted) onWanted();
    }),
  arrivals: (): Arrivals => took,
  /** From now on this receiver accepts requests and never answers. */
  hang: (index: number) => hanging.add(index),
  /** Ends the hang and closes all connections that still wait. */
  letGo(index: number) {
    hanging.delete(index);
    servers[index]?.closeAllConnections();
  },
});
process.exit(0);
