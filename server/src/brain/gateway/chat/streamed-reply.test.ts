import { describe, expect, it } from 'vitest';
import { type GatewayUnderTest, gatewayUnderTest, ok } from '../../testing/gateway-under-test.ts';
import { neverAborted, outcomeOf, session, someQuestion } from '../../testing/turn.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

const streaming = (...events: unknown[]): Promise<GatewayUnderTest> =>
  gatewayUnderTest((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map(event).join(''));
  });

const answerOf = (test: GatewayUnderTest) => outcomeOf(test.brain.answer(someQuestion(), neverAborted));

describe('a streamed answer', () => {
  it('[BR21] yields each reply and checks the last event', async () => {
    await using test = await streaming({ reply: 'One. ' }, { reply: 'Two.' }, ok);
    expect(await answerOf(test)).toEqual({ pieces: ['One. ', 'Two.'], failure: null });
  });

  it('[BR21] ignores events with neither reply nor status', async () => {
    await using test = await streaming({}, { reply: 'One.' }, { progress: 3 }, ok);
    expect(await answerOf(test)).toEqual({ pieces: ['One.'], failure: null });
  });

  it('[BR21] the last event may contain a piece', async () => {
    await using test = await streaming({ reply: 'One. ' }, { ...ok, reply: 'Two.' });
    expect(await answerOf(test)).toEqual({ pieces: ['One. ', 'Two.'], failure: null });
  });

  it('[BR21] what comes after the last event is not read', async () => {
    await using test = await streaming({ reply: 'One.' }, ok, { reply: 'More' }, 'nonsense');
    expect(await answerOf(test)).toEqual({ pieces: ['One.'], failure: null });
  });

  it('[BR21] is over with the last event, though the connection stays open', async () => {
    await using test = await gatewayUnderTest((response) => {
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(event({ reply: 'One.' }) + event(ok));
    });
    expect(await answerOf(test)).toEqual({ pieces: ['One.'], failure: null });
    await waitUntil(() => test.server.open.size === 0);
  });

  it('[BR18] [BR21] leaves its connection for the next turn', async () => {
    await using test = await streaming({ reply: 'One.' }, ok);
    for (let turn = 0; turn < 3; turn++) {
      await answerOf(test);
      await test.gateway.logout(1, session, { ...test.settings, url: 'http://127.0.0.1:1/' }, neverAborted);
    }
    expect(test.server.connections).toBe(1);
  });

  it.each([
    ['a wrong echo', { ...ok, sessionId: 'ses_other' }, 'echo'],
    ['no echo', { status: 'OK' }, 'echo'],
    ['a status other than OK', { ...ok, status: 'ERROR', statusMessage: 'lost it' }, 'status'],
    ['a status that is not a text', { sessionId: session, status: 1 }, 'body'],
    ['a reply that is not a text', { reply: 5 }, 'stream'],
    ['an array', [], 'stream'],
  ])('[BR7] [BR21] fails with %s, after the good pieces', async (_name, last, stage) => {
    await using test = await streaming({ reply: 'One. ' }, last);
    const { pieces, failure } = await answerOf(test);
    expect(pieces).toEqual(['One. ']);
    expect(failure?.note).toMatchObject({
      action: 'CHAT',
      stage,
      httpStatus: 200,
      body: JSON.stringify(last),
    });
  });

  it('[BR20] [BR21] an event stream under an error status is an error', async () => {
    await using test = await gatewayUnderTest((response) => {
      response
        .writeHead(502, { 'content-type': 'text/event-stream' })
        .end(event({ reply: 'One.' }) + event(ok));
    });
    const { pieces, failure } = await answerOf(test);
    expect(pieces).toEqual([]);
    expect(failure?.note).toMatchObject({ stage: 'http', httpStatus: 502 });
  });
});
