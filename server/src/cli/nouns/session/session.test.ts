import type { ManagementClient } from '@parley/protocol/management/client';
import { describe, expect, test } from 'vitest';
import { readArguments } from '../../arguments.ts';
import { sessionCommands } from './session.ts';

const neverStreams = () => {
  throw new Error('no stream is expected');
};

type Called = { name: string; params?: unknown; query?: unknown };

/** Runs a command against a service that gives this answer. Returns what the command asked for. */
async function run(
  words: string,
  answer: unknown,
): Promise<{ called: Called[]; result: unknown; text: string }> {
  const { command, flags, target, json } = readArguments(['session', ...words.split(' ')], sessionCommands);
  const called: Called[] = [];
  const call = ((name, options) => {
    called.push({ name, ...options });
    return Promise.resolve(answer);
  }) as ManagementClient['call'];
  const service = {
    url: () => Promise.resolve('http://service.example'),
    isOperator: true,
    call,
    stream: neverStreams,
  };
  const result = await command.run({
    flags,
    target,
    service,
    json,
    env: {},
    dataDir: '',
    print: () => {},
    printError: () => {},
    exitWith: () => {},
  });
  return { called, result, text: command.show?.(result as never) ?? '' };
}

const session = {
  id: 'ses_1',
  avatar: { id: '1001', name: 'Ada' },
  user: { id: 'u-1', name: 'Grace' },
  state: 'connected',
  createdAt: Date.UTC(2026, 0, 1),
  duration: 12,
  failedTurns: 2,
  endReason: null,
  person: null,
  personRequest: { at: Date.UTC(2026, 0, 1), reason: 'a refund' },
  rating: { stars: 4, comment: 'Quite\ngood' },
};

describe('session', () => {
  test.each([
    ['list --account acc_1', {}],
    ['list --account acc_1 --avatar 1001 --live', { avatar: '1001', state: 'live' }],
    ['list --account acc_1 --no-live', {}],
    ['list --account acc_1 --failed', { failed: true }],
  ])('%s', async (words, query) => {
    const { called, result, text } = await run(words, { items: [session], next: null });
    expect(called).toEqual([
      {
        name: 'sessions.list',
        params: { account: 'acc_1' },
        query: { ...query, limit: 100, cursor: undefined },
      },
    ]);
    expect(result).toEqual([session]);
    expect(text.split('\n')[1]).toMatch(/^ses_1 +1001 +u-1 +Grace +connected +2026\S+ +12 +2 +asked for +-$/);
  });

  test('show prints the transcript, the turn times and the events', async () => {
    const { called, text } = await run('show ses_1 --account acc_1', {
      ...session,
      turns: [
        {
          number: 1,
          kind: 'chat',
          outcome: 'answered',
          receivedAt: 1_000_000,
          sentAt: 1_000_002,
          firstByteAt: 1_000_040,
          firstSentenceAt: 1_000_041,
          firstAudioAt: null,
          endedAt: 1_000_100,
          heard: null,
          problem: null,
        },
      ],
      transcript: [
        { speaker: 'user', message: 'Hi', timestamp: 1_000_000 },
        { speaker: 'avatar', message: 'Good', timestamp: 1_000_041, interrupted: true },
        { speaker: 'avatar', message: 'Hello', timestamp: 1_000_042, source: 'person', person: 'Ben' },
      ],
      events: [
        {
          id: 'evt_1',
          sequence: 1,
          name: 'connection:state-changed',
          details: { state: 'disconnected', reason: 'hangup' },
        },
      ],
    });
    expect(called).toEqual([
      { name: 'sessions.get', params: { account: 'acc_1', session: 'ses_1' }, query: {} },
    ]);
    expect(text).toMatch(/\nuserName +Grace\n/);
    expect(text).toMatch(/\nrating +4 of 5: Quite good\n/);
    expect(text).toContain('avatar: Good (interrupted)');
    expect(text).toContain('avatar: Hello (words of Ben)');
    expect(text).toMatch(/\nwaitsForPerson +since 2026-01-01T00:00:00.000Z: a refund\n/);
    expect(text).toMatch(/\n1 +chat +answered +2 +40 +41 +- +100 +-\n/);
    expect(text).toMatch(/1 +connection:state-changed +disconnected +hangup$/);
  });

  test('show prints why turns failed', async () => {
    const turn = {
      kind: 'chat',
      receivedAt: 1_000_000,
      sentAt: null,
      firstByteAt: null,
      firstSentenceAt: null,
      firstAudioAt: null,
      endedAt: null,
      heard: null,
    };
    const { text } = await run('show ses_1 --account acc_1', {
      ...session,
      turns: [
        { ...turn, number: 1, outcome: 'answered', problem: null },
        { ...turn, number: 2, outcome: 'failed', problem: 'The endpoint sleeps. It answered: zzz' },
        { ...turn, number: 3, outcome: 'failed', problem: 'This avatar has no brain.' },
      ],
      transcript: [],
      events: [],
    });
    expect(text).toContain(
      '\nWhat went wrong\nTurn 2: The endpoint sleeps. It answered: zzz\nTurn 3: This avatar has no brain.\n',
    );
  });

  test('show of a session in which nothing happened yet', async () => {
    const { text } = await run('show ses_1 --account acc_1', {
      ...session,
      turns: [],
      transcript: [],
      events: [],
    });
    expect(text.match(/\nnone/g)).toHaveLength(3);
  });

  test.each([
    ['disconnect', 'sessions.disconnect'],
    ['clear-context', 'sessions.clearContext'],
  ])('%s', async (verb, name) => {
    const { called, text } = await run(`${verb} ses/1 --account acc_1`, { done: true });
    expect(called).toEqual([{ name, params: { account: 'acc_1', session: 'ses/1' }, query: {} }]);
    expect(text).toMatch(/\.$/);
  });
});
