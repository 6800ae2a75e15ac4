import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import type { WatchAnswer, WatchEntry } from '@parley/protocol/management';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type DashboardScene,
  dashboardScene,
  makeSession,
  type Program,
  type Things,
} from '../../../management/testing/dashboard-scene.ts';
import { watchedSession } from '../../../management/testing/watched-session.ts';
import { findService, type Service, ServiceError } from '../../service.ts';
import { commandLine } from '../../testing/command-line.ts';
import { takeOver } from './take-over.ts';

let scene: DashboardScene;
let ours: Things;
let program: Program & { id: string };
let env: Record<string, string>;
let sessionId: string;
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
  program = await scene.makeProgram(ours.accountId, ['sessions:watch', 'sessions:answer']);
  await scene.app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = scene.app.server.server.address() as AddressInfo;
  env = { PARLEY_URL: `http://127.0.0.1:${port}`, PARLEY_KEY: program.token };
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(async () => {
  const live = { state: 'connected' } as const;
  ({ id: sessionId } = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'live', live));
});

const owned = () => watchedSession(scene.test.bus.sessions, { accountId: ours.accountId, sessionId });
const parley = commandLine(
  () => '',
  () => env,
);
const nowWith = (person: WatchAnswer['now']['person']): WatchAnswer['now'] => ({
  status: 'IDLE',
  person,
  connected: true,
});
const mine = () => nowWith({ id: program.id, name: 'Program' });
const said = (n: number, text: string): WatchEntry => ({
  n,
  at: 1,
  kind: 'said',
  utterance: n,
  text,
  interrupted: false,
  by: 'person',
});

/** A person at a pipe who has taken over. */
function begin(json = false, service: Service = findService({ dataDir: '', env })) {
  const input = new PassThrough();
  const lines: string[] = [];
  const over = takeOver({
    service,
    params: { account: ours.accountId, session: sessionId },
    cut: true,
    json,
    input,
    print: (line) => lines.push(line),
  });
  return { input, lines, over };
}

describe('"session watch"', () => {
  it('prints the conversation until the session ends', async () => {
    using session = owned();
    const printed = parley.text(`session watch ${sessionId}`);
    const base = { at: 1 } as const;
    const entries: WatchEntry[] = [
      { ...base, n: 1, kind: 'heard', text: 'Can I' },
      { ...base, n: 2, kind: 'question', turn: 1, text: 'Can I talk to a person?', spoken: true },
      { ...base, n: 3, kind: 'request', reason: 'a refund', from: 'avatar' },
      { ...base, n: 4, kind: 'sentence', utterance: 1, index: 0, text: 'One moment.', by: 'brain' },
      {
        ...base,
        n: 5,
        kind: 'turn',
        turn: 1,
        outcome: 'answered',
        firstSentenceMs: 812,
        totalMs: 900,
        problem: null,
      },
      { ...base, n: 6, kind: 'person', person: { name: 'Ben' }, why: 'taken' },
      { ...base, n: 7, kind: 'sentence', utterance: 2, index: 0, text: 'Hello.', by: 'person' },
      { ...base, n: 8, kind: 'person', person: null, why: 'silence' },
      { ...base, n: 9, kind: 'link', state: 'dropped' },
    ];
    session.answerWatcher({ entries, last: 9, ended: true });
    expect((await printed).split('\n')).toEqual([
      '(the brain answers)',
      'Visitor: Can I talk to a person?',
      '(the avatar asks for a person: a refund)',
      'Avatar: One moment.',
      '(first sentence after 812 ms, 900 ms in all)',
      '(Ben has taken over)',
      'Avatar (words of a person): Hello.',
      '(handed back, because the person was silent for too long)',
      '(the visitor has lost the connection)',
      '(the session has ended)',
      '',
    ]);
  });

  it('prints each entry as a line of JSON', async () => {
    using session = owned();
    const printed = parley.run(['session', 'watch', sessionId, '--json']);
    session.answerWatcher({ entries: [said(1, 'Hello.')], last: 1, missed: true, ended: true });
    const { stdout, code } = await printed;
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toEqual(['now', 'missed', 'said', 'end']);
  });

  it('is refused for a session that does not exist', async () => {
    expect(await parley.refused('session watch ses_none')).toContain('does not exist');
  });
});

describe('"session take"', () => {
  it('says each line, and hands back at the end of the input when all was said', async () => {
    using session = owned();
    const { input, lines, over } = begin();
    input.write('Hello.\n\n');
    input.end('How can I help?\n');
    const kinds = () => session.commands.map(({ kind }) => kind);
    await expect.poll(kinds).toEqual(['take', 'say', 'say']);
    session.answerWatcher({ entries: [said(1, 'Hello.')], last: 1, now: mine() });
    await expect.poll(() => session.questions.at(-1)?.after?.n).toBe(1);
    expect(kinds()).toHaveLength(3);
    session.answerWatcher({ entries: [said(2, 'How can I help?')], last: 2, now: mine() });
    await over;
    expect(session.commands).toMatchObject([
      { kind: 'take', cut: true, person: { name: 'Program' } },
      { kind: 'say', text: 'Hello.' },
      { kind: 'say', text: 'How can I help?' },
      { kind: 'release' },
    ]);
    expect(lines[1]).toContain('you answer now');
    expect(lines.at(-1)).toBe('(handed back: the brain answers again)');
    session.answerWatcher({});
  });

  it('ends at /release', async () => {
    using session = owned();
    const { input, over } = begin();
    input.write('/release\nNot said.\n');
    await over;
    expect(session.commands.map(({ kind }) => kind)).toEqual(['take', 'release']);
    session.answerWatcher({});
  });

  it('ends if the session was handed back, and says why', async () => {
    using session = owned();
    const { lines, over } = begin();
    await expect.poll(() => session.commands.length).toBe(1);
    session.answerWatcher({
      entries: [{ n: 1, at: 1, kind: 'person', person: { name: 'Program' }, why: 'taken' }],
      last: 1,
      now: mine(),
    });
    await expect.poll(() => session.questions.at(-1)?.after?.n).toBe(1);
    session.answerWatcher({
      entries: [{ n: 2, at: 1, kind: 'person', person: null, why: 'silence' }],
      last: 2,
      now: nowWith(null),
    });
    await over;
    expect(lines.at(-1)).toBe('(handed back, because the person was silent for too long)');
    expect(session.commands.map(({ kind }) => kind)).toEqual(['take']);
  });

  it('tells which words were refused, and goes on', async () => {
    using session = owned();
    const { input, lines, over } = begin();
    await expect.poll(() => session.commands.length).toBe(1);
    session.answerCommands({ outcome: 'too-many' });
    input.write('Hello.\n');
    await expect.poll(() => lines.at(-1)).toContain('(refused: Too many words');
    session.answerCommands({ outcome: 'done' });
    input.end();
    await over;
    session.answerWatcher({});
  });

  it('tells that the service was away, and goes on', async () => {
    using session = owned();
    const service = findService({ dataDir: '', env });
    const call = ((name, options) =>
      name === 'sessions.say'
        ? Promise.reject(new ServiceError('Could not reach the service.'))
        : service.call(name, options)) as Service['call'];
    const { input, lines, over } = begin(false, { ...service, call });
    await expect.poll(() => session.commands.length).toBe(1);
    input.write('Hello.\n');
    await expect.poll(() => lines.at(-1)).toBe('(refused: Could not reach the service.)');
    input.end();
    await over;
    expect(session.commands.map(({ kind }) => kind)).toEqual(['take', 'release']);
    session.answerWatcher({});
  });

  it('fails if another person has the session', async () => {
    using session = owned();
    session.answerCommands({ outcome: 'not-yours', by: { id: 'x', name: 'Ben' } });
    await expect(begin().over).rejects.toThrow('Ben has taken over this session.');
    session.answerWatcher({});
  });
});

describe('"session say" and "session release"', () => {
  it('act on a session that the same key has taken over', async () => {
    using session = owned();
    const words = ['session', 'say', sessionId, '--text', 'One moment, please.'];
    expect(await parley.run(words)).toEqual({ code: 0, stdout: 'The avatar says it.\n', stderr: '' });
    await parley.text(`session release ${sessionId}`);
    expect(session.commands).toMatchObject([
      { kind: 'say', personId: program.id, text: 'One moment, please.' },
      { kind: 'release', personId: program.id },
    ]);
  });
});
