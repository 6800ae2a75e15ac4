import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../kernel/index.ts';
import type { OutboundClient } from '../../outbound/index.ts';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { type IntegratorEndpoint, startIntegratorEndpoint } from '../testing/integrator-endpoint.ts';
import { failureOf, neverAborted, outcomeOf, someQuestion, someUser } from '../testing/turn.ts';
import { createGateway, type EndpointSettings, type Gateway } from './index.ts';

describe('an endpoint that a customer writes from the contract', () => {
  let endpoint: IntegratorEndpoint;
  let outbound: OutboundClient;
  let gateway: Gateway;
  let settings: EndpointSettings;
  const user = someUser({ userId: 'ann' });
  const { sessionId } = user;

  beforeAll(async () => {
    endpoint = await startIntegratorEndpoint();
    outbound = localOutbound();
    gateway = createGateway({
      outbound,
      callbackUrl: 'https://parley.example/gateway/callback',
      authTokenOf: (id) => `token-of-${id}`,
      clock: systemClock,
    });
    settings = {
      accountId: 'acc_1',
      url: endpoint.url,
      key: endpoint.key,
      chatTimeoutMs: 5_000,
      sendsHeard: false,
    };
  });

  afterAll(async () => {
    await outbound[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const say = async (message: string) => {
    const brain = gateway.brain(7, settings);
    return (await outcomeOf(brain.answer(someQuestion({ user, message }), neverAborted))).pieces;
  };

  it('[BR12] [BR17] [BR22] login, chat, empty reply, tag in a reply, logout', async () => {
    expect(await gateway.brain(7, settings).open(user, neverAborted)).toEqual({ outcome: 'open' });
    expect(endpoint.sessions.get(sessionId)).toMatchObject({ authToken: `token-of-${sessionId}` });
    expect(await say('hello')).toEqual(['ann said hello']);
    expect(await say('wait')).toEqual([]);
    expect(await say('order')).toEqual([`Your order. <svc-custom-order json='{"id": 5}'/>`]);
    expect(await gateway.logout(7, sessionId, settings, neverAborted)).toEqual({ outcome: 'acknowledged' });
    expect(endpoint.sessions.size).toBe(0);
  });

  it('[BR19] it was restarted between two turns', async () => {
    await gateway.brain(7, settings).open(user, neverAborted);
    endpoint.sessions.clear();
    expect(await say('still there?')).toEqual(['ann said still there?']);
    await gateway.logout(7, sessionId, settings, neverAborted);
  });

  it('[BR23] it does not know the session that ends', async () => {
    expect(await gateway.logout(7, 'ses_gone', settings, neverAborted)).toMatchObject({
      outcome: 'refused',
      note: { httpStatus: 401, statusMessage: 'Invalid session' },
    });
  });

  it('[BR15] it refuses the user, or got the wrong key', async () => {
    const blocked = someUser({ userId: 'blocked' });
    expect(await gateway.brain(7, settings).open(blocked, neverAborted)).toMatchObject({
      outcome: 'refused',
      note: { status: 'BLOCKED', statusMessage: 'Bye' },
    });
    const wrong = gateway.brain(7, { ...settings, key: 'wrong' });
    expect(await wrong.open(user, neverAborted)).toMatchObject({
      outcome: 'refused',
      note: { httpStatus: 403 },
    });
    const failure = await failureOf(wrong.answer(someQuestion({ user }), neverAborted));
    expect(failure.message).toBe('Your endpoint answered CHAT with HTTP 403: Wrong API key');
  });
});
