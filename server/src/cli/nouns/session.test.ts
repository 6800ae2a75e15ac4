import { describe, expect, test } from 'vitest';
import { readArguments } from '../arguments.ts';
import { sessionCommands } from './session.ts';

type Called = { method: string; path: string };

/** Runs a command against a service that gives this answer, and tells what it was asked. */
async function run(
  words: string,
  answer: unknown,
): Promise<{ called: Called[]; result: unknown; text: string }> {
  const { command, flags, target, json } = readArguments(['session', ...words.split(' ')], sessionCommands);
  const called: Called[] = [];
  const service = {
    url: () => Promise.resolve('http://service.example'),
    call: (method: string, path: string) => {
      called.push({ method, path });
      return Promise.resolve(answer);
    },
    send: () => Promise.reject(new Error('no session command sends bytes')),
    fetchBytes: () => Promise.reject(new Error('no session command fetches bytes')),
  };
  const result = await command.run({ flags, target, service, json, print: () => {} });
  return { called, result, text: command.show?.(result as never) ?? '' };
}

const session = {
  id: 'ses_1',
  avatar: '1001',
  user_id: 'u-1',
  user_name: 'Grace',
  state: 'connected',
  status: 'IDLE',
  created_at: '2026-01-01T00:00:00.000Z',
  duration: 12,
  end_reason: null,
};

describe('session', () => {
  test.each([
    ['list --account acc_1', '/operator/sessions?account=acc_1'],
    ['list --account acc_1 --avatar 1001 --live', '/operator/sessions?account=acc_1&avatar=1001&live=true'],
    ['list --account acc_1 --no-live', '/operator/sessions?account=acc_1'],
  ])('%s', async (words, path) => {
    const { called, result, text } = await run(words, { sessions: [session] });
    expect(called).toEqual([{ method: 'GET', path }]);
    expect(result).toEqual([session]);
    expect(text.split('\n')[1]).toMatch(/^ses_1 +1001 +u-1 +Grace +connected +IDLE +2026\S+ +12 +-$/);
  });

  test('show tells what was said, how long each turn took, and what others were told', async () => {
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
        },
      ],
      transcript: [
        { speaker: 'user', message: 'Hi', timestamp: 1_000_000 },
        { speaker: 'avatar', message: 'Good', timestamp: 1_000_041, interrupted: true },
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
    expect(called).toEqual([{ method: 'GET', path: '/operator/sessions/ses_1?account=acc_1' }]);
    expect(text).toContain('user_name   Grace');
    expect(text).toContain('avatar: Good (interrupted)');
    expect(text).toMatch(/\n1 +chat +answered +2 +40 +41 +- +100 +-\n/);
    expect(text).toMatch(/1 +connection:state-changed +disconnected +hangup$/);
  });

  test('show of a session in which nothing happened yet', async () => {
    const { text } = await run('show ses_1', { ...session, turns: [], transcript: [], events: [] });
    expect(text.match(/\nnone/g)).toHaveLength(3);
  });

  test.each(['disconnect', 'clear-context'])('%s', async (verb) => {
    const { called, text } = await run(`${verb} ses/1`, { id: 'ses/1', done: true });
    expect(called).toEqual([{ method: 'POST', path: `/operator/sessions/ses%2F1/${verb}` }]);
    expect(text).toContain('ses/1');
  });
});
