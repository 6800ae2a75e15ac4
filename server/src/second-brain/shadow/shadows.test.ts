import { describe, expect, it } from 'vitest';
import type { AvatarWithSecrets } from '../../avatars/index.ts';
import { createLog } from '../../kernel/index.ts';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { type Brain, BrainFailure, type EndedTurn, type UserFacts } from '../../live/index.ts';
import type { ShadowAnswer } from './shadow-answers.ts';
import { Shadows } from './shadows.ts';

const avatarOf = (id: number, secondTrial = 1, accountId = 'acc_1') =>
  ({
    avatar: {
      id,
      secondTrial,
      accountId,
      secondBrain: 'endpoint',
      secondEndpointUrl: 'http://shadow.test/',
    },
  }) as unknown as AvatarWithSecrets;
const userOf = (sessionId: string, accountId = 'acc_1') => ({ sessionId, accountId }) as UserFacts;
const turnOf = (sessionId: string, number: number, message = 'hello'): EndedTurn => ({
  user: userOf(sessionId),
  number,
  message,
  heard: null,
  recordedAs: number,
  context: [],
  outcome: 'answered',
});

function underTest(answer: Brain['answer']) {
  const clock = manualClock();
  const stored: ShadowAnswer[] = [];
  const state = { isBusy: false, asked: 0, opened: 0 };
  const shadows = new Shadows({
    clock,
    log: createLog('silent', { write: () => {} }),
    isBusy: () => state.isBusy,
    store: (one) => stored.push(one),
    brainFor: () => ({
      open: async () => {
        state.opened += 1;
        return { outcome: 'open' };
      },
      answer: (question, signal) => {
        state.asked += 1;
        return answer(question, signal);
      },
    }),
    logout: async () => {},
  });
  return { clock, stored, state, shadows };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new BrainFailure('aborted')), { once: true }),
  );
const turnsOfLoop = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

describe('copies for shadows', () => {
  it('[SB5] of a shadow that hangs are bounded: requests, and bytes that wait', async () => {
    const { shadows, state } = underTest((_, signal) => untilAborted(signal));
    await using _stopped = shadows;
    for (let number = 1; number <= 5_000; number++)
      shadows.chat(turnOf(`s${number % 500}`, number, 'x'.repeat(4_000)), avatarOf(1));
    await turnsOfLoop(200);
    expect(state.asked).toBe(8);
    expect(shadows.waitingBytes).toBeLessThanOrEqual(1024 * 1024);
    for (let number = 1; number <= 500; number++)
      shadows.chat(turnOf(`other${number}`, 1), avatarOf(2, 1, 'acc_2'));
    await turnsOfLoop(200);
    expect(state.asked).toBeGreaterThan(8);
    expect(state.asked).toBeLessThanOrEqual(16);
    expect(shadows.waitingBytes).toBeLessThanOrEqual(2 * 1024 * 1024);
  });

  it('[SB5] of one account’s many avatars leave half to other accounts', async () => {
    const { shadows, state, stored } = underTest(({ user }, signal) =>
      user.accountId === 'acc_1' ? untilAborted(signal) : Promise.resolve('Yes.'),
    );
    await using _stopped = shadows;
    for (let id = 1; id <= 24; id++) shadows.chat(turnOf(`s${id}`, 1, 'x'.repeat(60_000)), avatarOf(id));
    await turnsOfLoop(200);
    expect(state.asked).toBe(8);
    expect(shadows.waitingBytes).toBeLessThanOrEqual(1024 * 1024);
    shadows.chat({ ...turnOf('other', 1), user: userOf('other', 'acc_2') }, avatarOf(25, 1, 'acc_2'));
    await turnsOfLoop(20);
    expect(stored).toMatchObject([{ sessionId: 'other', answer: 'Yes.' }]);
  });

  it('[SB17] that end forget the session, whether LOGOUT was sent or dropped', async () => {
    const { shadows, state } = underTest(async () => 'Yes.');
    await using _stopped = shadows;
    const sent = () => shadows.settled();
    const droppedAsBusy = async () => {
      state.isBusy = true;
      await shadows.settled();
      state.isBusy = false;
    };
    // The session would still be open, if it were remembered.
    for (const [index, settle] of [sent, droppedAsBusy, sent].entries()) {
      shadows.chat(turnOf('s1', 1), avatarOf(1));
      await shadows.settled();
      expect(state.opened).toBe(index + 1);
      shadows.logout('s1');
      shadows.chat(turnOf('s1', 2), avatarOf(1));
      await settle();
      expect([state.asked, shadows.waitingBytes]).toEqual([index + 1, 0]);
    }
  });

  it('[SB17] that are too many forget a session that ends', async () => {
    let hangs = false;
    const { shadows, state } = underTest((_, signal) =>
      hangs ? untilAborted(signal) : Promise.resolve('Yes.'),
    );
    await using _stopped = shadows;
    shadows.chat(turnOf('s1', 1), avatarOf(1));
    await shadows.settled();
    hangs = true;
    for (let number = 1; number <= 8_000; number++)
      shadows.chat(turnOf('s2', number, 'x'.repeat(50)), avatarOf(1));
    shadows.logout('s1');
    shadows.chat(turnOf('s1', 2), avatarOf(2, 1, 'acc_2'));
    await turnsOfLoop(20);
    expect(state.opened).toBe(3);
  });

  it('[SB5] are dropped while the process is busy, and flow again afterwards', async () => {
    const { shadows, state, stored } = underTest(async () => 'Yes.');
    await using _stopped = shadows;
    state.isBusy = true;
    for (let number = 1; number <= 20; number++) shadows.chat(turnOf('s1', number), avatarOf(1));
    await shadows.settled();
    expect(state.asked).toBe(0);
    expect(shadows.waitingBytes).toBe(0);
    state.isBusy = false;
    shadows.chat(turnOf('s1', 21), avatarOf(1));
    await shadows.settled();
    expect(stored).toMatchObject([{ turn: 21, outcome: 'answered', answer: 'Yes.' }]);
  });

  it('[SB1] of one session go out one after another, with one LOGIN', async () => {
    const waiting: (() => void)[] = [];
    const { shadows, state, stored } = underTest(
      () => new Promise((resolve) => waiting.push(() => resolve('Yes.'))),
    );
    await using _stopped = shadows;
    for (let number = 1; number <= 3; number++) shadows.chat(turnOf('s1', number), avatarOf(1));
    for (let number = 1; number <= 3; number++) {
      await turnsOfLoop(20);
      expect(state.asked).toBe(number);
      waiting.shift()?.();
    }
    await shadows.settled();
    expect(stored.map(({ turn }) => turn)).toEqual([1, 2, 3]);
    expect(state.opened).toBe(1);
  });

  it('[SB6] pause after three failures in a row, until one request succeeds', async () => {
    let fails = true;
    const { shadows, state, clock, stored } = underTest(async () => {
      if (fails) throw new BrainFailure('down', { problem: 'It is down.' });
      return 'Yes.';
    });
    await using _stopped = shadows;
    const send = async (count: number) => {
      for (let number = 1; number <= count; number++) {
        shadows.chat(turnOf('s1', stored.length + 1), avatarOf(1));
        await shadows.settled();
      }
    };
    await send(10);
    expect(state.asked).toBe(3);
    expect(stored).toMatchObject(
      Array.from({ length: 3 }, () => ({ outcome: 'failed', problem: 'It is down.' })),
    );
    clock.advance(5_000);
    await send(3);
    expect(state.asked).toBe(4);
    clock.advance(9_999);
    await send(3);
    expect(state.asked).toBe(4);
    fails = false;
    clock.advance(1);
    await send(3);
    expect(state.asked).toBe(7);
  });

  it('[SB6] flow again at once when the settings of the shadow change', async () => {
    const { shadows, state } = underTest(async () => {
      throw new BrainFailure('down', { problem: 'It is down.' });
    });
    await using _stopped = shadows;
    const send = async (trial: number) => {
      shadows.chat(turnOf('s1', state.asked + 1), avatarOf(1, trial));
      await shadows.settled();
    };
    for (let copy = 0; copy < 5; copy++) await send(1);
    expect(state.asked).toBe(3);
    await send(2);
    expect(state.asked).toBe(4);
  });

  it('[SB6] pause for longer and longer, also if every LOGIN succeeds', async () => {
    const { shadows, state, clock } = underTest(async () => {
      throw new BrainFailure('down', { problem: 'It is down.' });
    });
    await using _stopped = shadows;
    for (let second = 0; second < 3_600; second++) {
      const sessionId = `s${second}`;
      shadows.login(userOf(sessionId), avatarOf(1));
      shadows.chat(turnOf(sessionId, 1), avatarOf(1));
      await shadows.settled();
      clock.advance(1_000);
    }
    // Three at first, six while the pause grows to five minutes, and one every five minutes of the rest.
    expect(state.asked).toBeGreaterThan(15);
    expect(state.asked).toBeLessThan(22);
  });
});
