import type { ServerResponse } from 'node:http';
import { systemClock } from '../../kernel/index.ts';
import type { Brain } from '../../live/index.ts';
import type { OutboundClient } from '../../outbound/index.ts';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { type Answer, type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';
import { createGateway, type EndpointSettings, type Gateway, type GatewayDeps } from '../gateway/index.ts';
import { session } from './turn.ts';

export const avatar = 7;
export const callbackUrl = 'https://parley.example/gateway/callback';

export type GatewayUnderTest = AsyncDisposable & {
  readonly gateway: Gateway;
  readonly settings: EndpointSettings;
  readonly brain: Brain;
  readonly server: Receiver;
  readonly outbound: OutboundClient;
  /** The backoffs so far. The test does not really wait for them. */
  readonly waits: number[];
  /** The bodies that arrived, parsed. */
  bodies(): Record<string, unknown>[];
};

/** A gateway and one endpoint with the answer that the test sets. */
export async function gatewayUnderTest(
  answer: Answer,
  deps: Partial<GatewayDeps> = {},
  changes: Partial<EndpointSettings> = {},
): Promise<GatewayUnderTest> {
  const server = await startReceiver(answer);
  const outbound = localOutbound();
  const waits: number[] = [];
  const gateway = createGateway({
    outbound,
    callbackUrl: callbackUrl,
    authTokenOf: (sessionId) => `token-of-${sessionId}`,
    clock: systemClock,
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
    ...deps,
  });
  const settings = {
    accountId: 'acc_1',
    url: server.url,
    key: 'key-1',
    chatTimeoutMs: 10_000,
    sendsHeard: false,
    ...changes,
  };
  return {
    gateway,
    settings,
    brain: gateway.brain(avatar, settings),
    server,
    outbound,
    waits,
    bodies: () => server.requests.map((request) => JSON.parse(request.body)),
    async [Symbol.asyncDispose]() {
      await outbound[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

export const ok = { sessionId: session, status: 'OK', statusMessage: 'fine' } as const;

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
