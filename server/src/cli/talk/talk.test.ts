import { PassThrough, Readable } from 'node:stream';
import { type DoubleSocket, WireDouble } from '@parley/client/testing';
import { closeCodes } from '@parley/protocol';
import { describe, expect, test } from 'vitest';
import { stateDeadlineMs } from '../../testing/index.ts';
import { ServiceError } from '../service.ts';
import { type TalkDeps, talk } from './talk.ts';

type Answer = (socket: DoubleSocket, text: string) => void;
type Line = Readonly<Record<string, unknown>>;

const status = (socket: DoubleSocket, name: 'LOADED' | 'IDLE' | 'THINKING' | 'TALKING') =>
  socket.send({ type: 'status', status: name });

let utterance = 0;
function say(socket: DoubleSocket, ...sentences: string[]): void {
  utterance += 1;
  status(socket, 'TALKING');
  sentences.forEach((text, index) => {
    socket.send({ type: 'sentence', utterance, index, text, markup: text });
  });
  socket.send({ type: 'utterance-end', utterance, sentences: sentences.length });
}

const echo: Answer = (socket, text) => {
  status(socket, 'THINKING');
  say(socket, `You said ${text}.`, 'Really?');
};

/** Plays the avatar on one socket until it closes. Returns what the user said. */
async function playAvatar(
  socket: DoubleSocket,
  greeting: string,
  answer: Answer,
  callback: string | undefined,
): Promise<string[]> {
  const heard: string[] = [];
  let later = callback;
  for (;;) {
    const frame = await socket.nextFrame();
    if (frame.type === 'open') {
      status(socket, 'IDLE');
      if (greeting !== '') say(socket, greeting);
    }
    if (frame.type === 'playback' && frame.done) {
      status(socket, 'IDLE');
      if (later !== undefined && heard.length > 0) say(socket, later);
      if (heard.length > 0) later = undefined;
    }
    if (frame.type === 'message') {
      heard.push(frame.text);
      answer(socket, frame.text);
    }
    if (frame.type === 'bye') {
      socket.send({ type: 'end', reason: 'hangup' });
      socket.close(closeCodes.ended);
      return heard;
    }
  }
}

async function talkTo(
  double: WireDouble,
  deps: Partial<TalkDeps>,
  { greeting = '', answer = echo, callback }: { greeting?: string; answer?: Answer; callback?: string } = {},
): Promise<{ lines: string[]; json: Line[]; heard: string[] }> {
  const { body } = double.letIn();
  const joined = { ...(body as object), avatar: { name: 'Ada', greeting } };
  double.answer = () => ({ status: 200, body: joined });
  const lines: string[] = [];
  const options = { url: double.url, avatarId: '7' };
  const input = Readable.from([]);
  const talking = talk({ options, say: [], json: false, input, print: (line) => lines.push(line), ...deps });
  const playing = double.socket().then((socket) => playAvatar(socket, greeting, answer, callback));
  await talking;
  const json = lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
  return { lines, json, heard: await playing };
}

describe('talking by a script', () => {
  test('says each text after the answer to the one before, the greeting first, and hangs up', async () => {
    await using double = await WireDouble.start();
    const { lines, heard } = await talkTo(double, { say: ['one', 'two'] }, { greeting: 'Welcome.' });
    expect(heard).toEqual(['one', 'two']);
    expect(lines).toEqual([
      '(connected)',
      'Ada: Welcome.',
      'You: one',
      'Ada: You said one.',
      'Ada: Really?',
      'You: two',
      'Ada: You said two.',
      'Ada: Really?',
      '(the session has ended: hangup)',
    ]);
  });

  test('with --json there is a line for each thing that happened', async () => {
    await using double = await WireDouble.start();
    const { json } = await talkTo(double, { say: ['one'], json: true }, { greeting: 'Welcome.' });
    for (const line of json) {
      expect(new Date(line.at as string).toISOString()).toBe(line.at);
      expect(line.session_id).toBe('ses_double');
      expect('text' in line).not.toBe('event' in line);
    }
    expect(json.filter(({ event }) => event !== 'status').map(({ at, session_id, ...line }) => line)).toEqual(
      [
        { from: 'service', event: 'connected', resumed: false },
        { from: 'avatar', text: 'Welcome.' },
        { from: 'user', text: 'one' },
        { from: 'avatar', text: 'You said one. Really?' },
        { from: 'service', event: 'end', reason: 'hangup' },
      ],
    );
    const statuses = json.filter(({ event }) => event === 'status').map((line) => line.status);
    expect(statuses).toEqual(['IDLE', 'TALKING', 'IDLE', 'THINKING', 'TALKING', 'IDLE']);
  });

  test('an empty answer is an answer; tags for the service get none; a refused message does not hang', async () => {
    await using double = await WireDouble.start();
    const register = '<svc-register-tag ssml-tag="card" event="show"/>';
    const { heard, json } = await talkTo(
      double,
      { say: [register, 'nothing', 'too fast', 'card'], json: true },
      {
        answer: (socket, text) => {
          if (text === register) return;
          if (text === 'too fast') {
            socket.send({ type: 'error', code: 'too_many_messages', message: 'Slow down.' });
            // The client shows THINKING on its own, although the avatar is idle.
            status(socket, 'IDLE');
            return;
          }
          status(socket, 'THINKING');
          if (text === 'card') {
            socket.send({ type: 'tag', name: 'card', event: 'show', attributes: { json: '{"id":5}' } });
          }
          status(socket, 'IDLE');
        },
      },
    );
    expect(heard).toEqual([register, 'nothing', 'too fast', 'card']);
    expect(json).toContainEqual(
      expect.objectContaining({
        from: 'avatar',
        event: 'tag',
        tag: 'card',
        dom_event: 'show',
        json: { id: 5 },
      }),
    );
    expect(json).toContainEqual(expect.objectContaining({ event: 'error', code: 'too_many_messages' }));
  });

  test('a person who answers is announced, and so is the end of it', async () => {
    await using double = await WireDouble.start();
    const people = (answering: boolean) => ({ type: 'people', answering, wantsWords: false }) as const;
    const answer: Answer = (socket, text) => {
      socket.send(people(text !== 'two'));
      echo(socket, text);
    };
    const { lines } = await talkTo(double, { say: ['one', 'two', 'three'] }, { answer });
    expect(lines.filter((line) => line.startsWith('('))).toEqual([
      '(connected)',
      '(a person is answering)',
      '(the avatar is answering again)',
      '(a person is answering)',
      '(the session has ended: hangup)',
    ]);
  });

  test('after a failed turn it says why, once', async () => {
    await using double = await WireDouble.start();
    const problem = 'Your endpoint answered CHAT with HTTP 500.';
    const turns = [
      { number: 1, kind: 'greeting', problem: null },
      { number: 2, kind: 'chat', problem },
    ];
    const asked: string[] = [];
    const { lines } = await talkTo(double, {
      say: ['one', 'two'],
      turnsOf: async (session) => {
        asked.push(session);
        // The second question is stored a moment later than its answer was said.
        return asked.length < 3 ? turns : [...turns, { number: 4, kind: 'chat', problem: null }];
      },
    });
    expect(asked).toEqual(['ses_double', 'ses_double', 'ses_double']);
    expect(lines.filter((line) => line.includes('no answer'))).toEqual([`(no answer: ${problem})`]);
  });

  test('with --wait a late message by callback is heard before the next text is said', async () => {
    await using double = await WireDouble.start();
    const { lines } = await talkTo(
      double,
      { say: ['one'], waitMs: stateDeadlineMs },
      { greeting: 'Welcome.', callback: 'Your order has shipped.' },
    );
    expect(lines.slice(-4)).toEqual([
      'Ada: You said one.',
      'Ada: Really?',
      'Ada: Your order has shipped.',
      '(the session has ended: hangup)',
    ]);
  });

  test('with --wait it continues if no message arrives in time', async () => {
    await using double = await WireDouble.start();
    const { heard } = await talkTo(double, { say: ['one', 'two'], waitMs: 1 });
    expect(heard).toEqual(['one', 'two']);
  });

  test('lines that are piped in are said one after the other', async () => {
    await using double = await WireDouble.start();
    const input = Readable.from(['first\n\nsec', 'ond\nlast']);
    const { heard } = await talkTo(double, { input });
    expect(heard).toEqual(['first', 'second', 'last']);
  });

  test('with nothing to say, it waits for the greeting and hangs up', async () => {
    await using double = await WireDouble.start();
    const { heard, lines } = await talkTo(double, {}, { greeting: 'Welcome.' });
    expect(heard).toEqual([]);
    expect(lines).toContain('Ada: Welcome.');
  });
});

describe('a talk that cannot start, or ends early', () => {
  test('is refused with the service’s message and code', async () => {
    await using double = await WireDouble.start();
    double.answer = () => ({
      status: 401,
      body: { error: { code: 'token_required', message: 'A token is needed.' } },
    });
    const lines: string[] = [];
    const options = { url: double.url, avatarId: '7' };
    const input = new PassThrough();
    const talking = talk({ options, say: ['x'], json: true, input, print: (line) => lines.push(line) });
    await expect(talking).rejects.toThrow(new ServiceError('A token is needed. (token_required)'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { from: 'service', event: 'refused', code: 'token_required', session_id: null },
    ]);
  });

  test('an end in the middle of it is an error', async () => {
    await using double = await WireDouble.start();
    const talking = talkTo(
      double,
      { say: ['one', 'two'] },
      { answer: (socket) => socket.send({ type: 'end', reason: 'max_duration_reached' }) },
    );
    await expect(talking).rejects.toThrow('ended before all messages were sent');
  });

  test('an end while it waits for the next line is an error too, and it stops waiting', async () => {
    await using double = await WireDouble.start();
    const input = new PassThrough();
    let end = () => {};
    const talking = talkTo(
      double,
      {
        input,
        json: true,
        print: (line) => {
          if (line.includes('"status":"IDLE"')) end();
        },
      },
      {
        answer: (socket, text) => {
          end = () => socket.send({ type: 'end', reason: 'hangup' });
          echo(socket, text);
        },
      },
    );
    input.write('one\n');
    await expect(talking).rejects.toThrow('ended before all messages were sent');
  });
});
