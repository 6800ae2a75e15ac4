import { describe, expect, it, vi } from 'vitest';
import { answerTo, apiKey, gatewayRequest, someChat, someLogin } from '../testing/requests.ts';
import { createGateway } from './gateway.ts';
import type { Reply, Turn } from './reply.ts';

async function loggedIn(onChat: (turn: Turn) => Reply) {
  const onError = vi.fn();
  const gateway = createGateway({ apiKey, onError, onChat: (_session, _message, turn) => onChat(turn) });
  await gateway(gatewayRequest(someLogin()));
  return {
    onError,
    chat: (headers?: Record<string, string>) => gateway(gatewayRequest(someChat(), headers)),
  };
}

const eventsIn = async (response: Response): Promise<unknown[]> =>
  (await response.text())
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data: /, '')));

async function* pieces(...texts: readonly string[]) {
  yield* texts;
}
const last = { sessionId: 'ses_1', status: 'OK', statusMessage: '' };

describe('a streamed reply', () => {
  it('is an event for each piece and a last one with the status', async () => {
    const { chat } = await loggedIn(() => pieces('Hello ', 'you.\n\nBye.'));
    const response = await chat();
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await eventsIn(response)).toEqual([{ reply: 'Hello ' }, { reply: 'you.\n\nBye.' }, last]);
  });

  it('sends a piece before the next one exists', async () => {
    const second = Promise.withResolvers<string>();
    const { chat } = await loggedIn(async function* () {
      yield 'One.';
      yield await second.promise;
    });
    const reader = (await chat()).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('data: {"reply":"One."}\n\n');
    second.resolve('Two.');
    expect((await reader?.read())?.value).toBe('data: {"reply":"Two."}\n\n');
  });

  it('without any piece lets the avatar say nothing', async () => {
    const { chat } = await loggedIn(() => pieces());
    expect(await eventsIn(await chat())).toEqual([last]);
  });

  it('is whole for a caller that accepts no event stream', async () => {
    const { chat } = await loggedIn(() => pieces('One. ', 'Two.'));
    expect(await answerTo(chat({ accept: 'application/json' }))).toEqual({
      status: 200,
      body: { ...last, reply: 'One. Two.' },
    });
  });

  it('that fails before its first piece is a 500', async () => {
    const { chat, onError } = await loggedIn(async function* () {
      yield* [];
      throw new Error('no model');
    });
    expect((await chat()).status).toBe(500);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('that fails later ends with a status other than OK, without the text of the error', async () => {
    const { chat, onError } = await loggedIn(async function* () {
      yield 'One.';
      throw new Error('secret');
    });
    const events = await eventsIn(await chat());
    expect(events).toEqual([
      { reply: 'One.' },
      { sessionId: 'ses_1', status: 'ERROR', statusMessage: 'The reply could not be completed.' },
    ]);
    expect(onError.mock.calls[0]?.[1]).toMatchObject({ action: 'CHAT', sessionId: 'ses_1' });
  });

  it('that never ends is ended at the length that the contract allows', async () => {
    let ended = false;
    const { chat, onError } = await loggedIn(async function* () {
      try {
        for (;;) yield 'x'.repeat(1024);
      } finally {
        ended = true;
      }
    });
    const events = await eventsIn(await chat());
    expect(events.at(-1)).toMatchObject({ status: 'ERROR' });
    expect(events).toHaveLength(65);
    expect(ended).toBe(true);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('of a visitor who speaks again is aborted: the signal fires and the generator ends', async () => {
    const ended = Promise.withResolvers<boolean>();
    const { chat, onError } = await loggedIn(async function* ({ signal }) {
      try {
        for (;;) yield 'again ';
      } finally {
        ended.resolve(signal.aborted);
      }
    });
    const reader = (await chat()).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(await ended.promise).toBe(true);
    expect(onError).not.toHaveBeenCalled();
  });
});
