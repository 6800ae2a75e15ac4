import { describe, expect, it } from 'vitest';
import { stoppedTimers } from '../../../outbound/testing/stopped-timers.ts';
import {
  avatar,
  type GatewayUnderTest,
  gatewayUnderTest,
  ok,
  sendJson,
} from '../../testing/gateway-under-test.ts';
import { neverAborted, session } from '../../testing/turn.ts';

const logout = (test: GatewayUnderTest, signal = neverAborted) =>
  test.gateway.logout(avatar, session, test.settings, signal);

describe('LOGOUT', () => {
  it('[BR13] [BR22] [BR23] has exactly the fields and headers of the contract, and is acknowledged', async () => {
    await using test = await gatewayUnderTest((response) => sendJson(response, ok));
    expect(await logout(test)).toEqual({ outcome: 'acknowledged' });
    expect(test.bodies()).toEqual([{ action: 'LOGOUT', sessionId: session }]);
    expect(test.server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer key-1',
      'content-type': 'application/json',
    });
  });

  it.each([
    [200, { ...ok, status: 'ERROR', statusMessage: 'who?' }],
    [401, { status: 'ERROR', statusMessage: 'who?' }],
    [404, { status: 'ERROR', statusMessage: 'who?' }],
    [410, { statusMessage: 'who?' }],
  ])('[BR23] is refused for good by HTTP %d with %j', async (httpStatus, body) => {
    await using test = await gatewayUnderTest((response) => sendJson(response, body, httpStatus));
    expect(await logout(test)).toMatchObject({
      outcome: 'refused',
      note: { action: 'LOGOUT', httpStatus, statusMessage: 'who?' },
    });
  });

  it.each([
    [408, { status: 'ERROR' }, 'http'],
    [429, { status: 'ERROR' }, 'http'],
    [500, { status: 'ERROR' }, 'http'],
    [307, ok, 'http'],
    [200, 'bye', 'body'],
    [200, { ...ok, sessionId: 'ses_other' }, 'echo'],
  ])('[BR22] [BR23] has failed after one try with HTTP %d and %j', async (httpStatus, body, stage) => {
    await using test = await gatewayUnderTest((response) => sendJson(response, body, httpStatus));
    expect(await logout(test)).toMatchObject({
      outcome: 'failed',
      note: { stage, httpStatus },
    });
    expect(test.server.requests).toHaveLength(1);
  });

  it('[BR22] [BR23] has failed if no answer arrives in time', async () => {
    using timers = stoppedTimers();
    await using test = await gatewayUnderTest(() => timers.pass(5_000));
    expect(await logout(test)).toMatchObject({
      outcome: 'failed',
      note: { stage: 'timeout' },
    });
    expect(test.server.requests).toHaveLength(1);
  });

  it('[BR23] has failed if it is aborted', async () => {
    const controller = new AbortController();
    await using test = await gatewayUnderTest(() => controller.abort());
    expect(await logout(test, controller.signal)).toMatchObject({
      outcome: 'failed',
      note: { stage: 'aborted' },
    });
  });
});
