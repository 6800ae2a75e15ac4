import { describe, expect, it } from 'vitest';
import { type GatewayUnderTest, gatewayUnderTest, ok, sendJson } from '../../testing/gateway-under-test.ts';
import { neverAborted, outcomeOf, someQuestion, someUser } from '../../testing/turn.ts';

const yes = { ...ok, reply: 'yes' };
const user = someUser();
const ask = (test: GatewayUnderTest, asking = user) =>
  outcomeOf(test.brain.answer(someQuestion({ user: asking }), neverAborted));
const actions = (test: GatewayUnderTest) => test.bodies().map(({ action }) => action);

/** An endpoint that knows its sessions only until it is restarted. */
async function forgetful(status: number) {
  let isKnown = true;
  const test = await gatewayUnderTest((response, request) => {
    const { action } = JSON.parse(request.body);
    if (action === 'LOGIN') isKnown = true;
    if (isKnown) sendJson(response, action === 'LOGIN' ? ok : yes);
    else sendJson(response, { error: 'unknown session' }, status);
  });
  return Object.assign(test, {
    restart: () => {
      isKnown = false;
    },
  });
}

describe('an endpoint that answers a 4xx after a restart', () => {
  it.each([400, 401, 403, 404, 409, 410, 422])(
    '[BR19] %d leads to one LOGIN and the CHAT again',
    async (status) => {
      await using test = await forgetful(status);
      for (let turn = 0; turn < 2; turn++) {
        expect((await ask(test)).pieces).toEqual(['yes']);
        test.restart();
        expect(await ask(test)).toEqual({ pieces: ['yes'], failure: null });
      }
      expect(actions(test)).toEqual(['CHAT', 'CHAT', 'LOGIN', 'CHAT', 'CHAT', 'CHAT', 'LOGIN', 'CHAT']);
    },
  );

  it('[BR19] but only once, until the endpoint has answered again', async () => {
    await using test = await gatewayUnderTest((response, request) => {
      if (JSON.parse(request.body).action === 'LOGIN') sendJson(response, ok);
      else sendJson(response, { status: 'ERROR', statusMessage: 'I do not like this message' }, 422);
    });
    for (let turn = 0; turn < 3; turn++) {
      const { failure } = await ask(test);
      expect(failure?.note).toMatchObject({ action: 'CHAT', httpStatus: 422 });
    }
    expect(actions(test)).toEqual(['CHAT', 'LOGIN', 'CHAT', 'CHAT', 'CHAT']);
    await ask(test, someUser());
    expect(actions(test).slice(5)).toEqual(['CHAT', 'LOGIN', 'CHAT']);
  });

  it('[BR19] if the LOGIN does not succeed, the answer to the CHAT is the failure', async () => {
    await using test = await gatewayUnderTest((response, request) => {
      if (JSON.parse(request.body).action === 'LOGIN') sendJson(response, {}, 405);
      else sendJson(response, { statusMessage: 'gone' }, 410);
    });
    const { failure } = await ask(test);
    expect(failure?.note).toMatchObject({ action: 'CHAT', httpStatus: 410, statusMessage: 'gone' });
    expect(actions(test)).toEqual(['CHAT', 'LOGIN']);
  });

  it.each([408, 425, 429, 500, 503])('[BR19] %d leads to no LOGIN', async (status) => {
    await using test = await gatewayUnderTest((response) => sendJson(response, {}, status));
    expect((await ask(test)).failure?.note.httpStatus).toBe(status);
    expect(actions(test)).toEqual(['CHAT']);
  });
});
