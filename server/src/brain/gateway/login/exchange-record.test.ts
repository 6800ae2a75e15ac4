import { describe, expect, it } from 'vitest';
import { gatewayUnderTest, ok, sendJson } from '../../testing/gateway-under-test.ts';
import { neverAborted, outcomeOf, session, someQuestion, someUser } from '../../testing/turn.ts';
import type { ExchangeRecord } from './exchange-record.ts';

const secrets = {
  accessToken: 'access-"quoted"-token',
  jwtToken: 'header.payload.signature',
  customString: 'order 1234 for ada@example.com',
};
const hidden = [...Object.values(secrets), `token-of-${session}`, 'key-1'];

async function noting(answer: Parameters<typeof gatewayUnderTest>[0], changes: { key?: string | null } = {}) {
  const noted: ExchangeRecord[] = [];
  const test = await gatewayUnderTest(answer, { onExchange: (exchange) => noted.push(exchange) }, changes);
  return Object.assign(test, { noted });
}
const withoutSecrets = (noted: readonly ExchangeRecord[]): void => {
  for (const secret of hidden.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])) {
    expect(JSON.stringify(noted)).not.toContain(secret);
    for (const { request, answer, problem } of noted)
      expect(`${request} ${answer} ${problem}`).not.toContain(secret);
  }
};

describe('the record of LOGIN and LOGOUT', () => {
  it('[BR37] contains both bodies, status and times', async () => {
    await using test = await noting((response) => sendJson(response, ok));
    await test.brain.open(someUser(), neverAborted);
    await test.gateway.logout(7, session, test.settings, neverAborted);
    expect(test.noted).toMatchObject([
      { sessionId: session, action: 'LOGIN', outcome: 'acknowledged', httpStatus: 200, problem: null },
      { sessionId: session, action: 'LOGOUT', outcome: 'acknowledged', httpStatus: 200, problem: null },
    ]);
    const [login, logout] = test.noted;
    expect(JSON.parse(login?.request ?? '')).toMatchObject({
      action: 'LOGIN',
      sessionId: session,
      userId: '1000000000001',
      authToken: expect.stringMatching(/^\[hidden, \d+ characters\]$/),
    });
    expect(JSON.parse(login?.answer ?? '')).toEqual(ok);
    expect(JSON.parse(logout?.request ?? '')).toEqual({ action: 'LOGOUT', sessionId: session });
    expect(login?.durationMs).toBeGreaterThanOrEqual(0);
    expect(Number.isInteger(login?.durationMs)).toBe(true);
  });

  it('[BR37] contains no secret, even if the endpoint echoes everything that it was sent', async () => {
    await using test = await noting((response, { body, headers }) =>
      sendJson(response, { ...JSON.parse(body), ...ok, headers, again: body }),
    );
    await test.brain.open(someUser(secrets), neverAborted);
    expect(test.noted[0]?.outcome).toBe('acknowledged');
    expect(test.noted[0]?.answer).toContain('[hidden]');
    withoutSecrets(test.noted);
  });

  it('[BR37] contains no beginning of a secret if a long answer was cut', async () => {
    const accessToken = `long-${'x'.repeat(9_000)}`;
    await using test = await noting((response) =>
      response.writeHead(200).end(accessToken.repeat(9).slice(0, 65_600)),
    );
    await test.brain.open(someUser({ accessToken }), neverAborted);
    expect(test.noted[0]?.answer?.replaceAll('[hidden]', '')).toBe('');
  });

  it('[BR37] is short', async () => {
    await using test = await noting((response) =>
      sendJson(response, { ...ok, more: '\u0000ä'.repeat(20_000) }),
    );
    await test.brain.open(someUser({ locale: 'ä'.repeat(9_000) }), neverAborted);
    for (const text of [test.noted[0]?.request, test.noted[0]?.answer]) {
      expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(4_096);
      expect(Buffer.byteLength(text ?? '')).toBeGreaterThan(4_000);
    }
  });

  it('[BR37] contains each try, a refusal and a try without an answer', async () => {
    const answers: (number | 'break')[] = [500, 'break', 403];
    await using test = await noting((response) => {
      const next = answers.shift();
      if (next === 'break') response.destroy();
      else sendJson(response, { status: 'NO', statusMessage: 'not today' }, next);
    });
    await test.brain.open(someUser(), neverAborted);
    expect(test.noted).toMatchObject([
      { outcome: 'failed', httpStatus: 500, problem: expect.stringContaining('HTTP 500') },
      { outcome: 'failed', httpStatus: null, answer: null, problem: expect.stringMatching(/./) },
      { outcome: 'refused', httpStatus: 403, problem: expect.stringContaining('not today') },
    ]);
  });

  it('[BR37] includes the LOGIN of an endpoint that has forgotten the session, and no CHAT', async () => {
    let knows = false;
    await using test = await noting((response, { body }) => {
      const { action } = JSON.parse(body) as { action: string };
      if (action === 'LOGIN') knows = true;
      if (action === 'CHAT' && !knows) return sendJson(response, {}, 401);
      return sendJson(response, { ...ok, reply: 'Hello.' });
    });
    const { failure } = await outcomeOf(test.brain.answer(someQuestion(), neverAborted));
    expect(failure).toBeNull();
    expect(test.noted.map(({ action, outcome }) => [action, outcome])).toEqual([['LOGIN', 'acknowledged']]);
  });
});
