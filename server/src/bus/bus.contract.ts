import type { SessionState } from '@parley/protocol';
import type { WatchAnswer } from '@parley/protocol/management';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bus, CallbackMessage, SessionPresence } from './bus.ts';
import type { PersonCommand, WatchQuestion } from './people.ts';
import { nothingNew } from './testing/nothing-new.ts';

export type BusUnderTest = AsyncDisposable & {
  readonly bus: Bus;
  /** Lets this much time pass for the limits. */
  advance(ms: number): Promise<void> | void;
};

const rule = { burst: 100, rate: 50 };
const state: SessionState = { avatarStatus: 'IDLE', avatarId: 1001, userId: 1, lastActivityAt: null };
/** What every bus guarantees to the code that uses it. */
export const busContract = (make: () => Promise<BusUnderTest>): void => {
  let test: BusUnderTest;
  let bus: Bus;

  beforeEach(async () => {
    test = await make();
    ({ bus } = test);
  });
  afterEach(() => test[Symbol.asyncDispose]());

  describe('limits', () => {
    const take = async (times: number, bucket = 'b', by = rule): Promise<number> => {
      let taken = 0;
      for (let i = 0; i < times; i++) if (await bus.limits.take(bucket, by)) taken += 1;
      return taken;
    };

    it('let a burst through and not one more', async () => {
      expect(await take(150)).toBe(100);
    });

    it('let one more through after exactly one refill interval', async () => {
      await take(100);
      await test.advance(19.9);
      expect(await take(1)).toBe(0);
      await test.advance(0.1);
      expect(await take(2)).toBe(1);
    });

    it('fill up to the burst and no further', async () => {
      await take(100);
      await test.advance(2_000);
      expect(await take(150)).toBe(100);
      await test.advance(3_600_000);
      expect(await take(150)).toBe(100);
    });

    it('say whether one is left without taking it', async () => {
      expect(await bus.limits.has('b', rule)).toBe(true);
      await take(99);
      for (let i = 0; i < 5; i++) expect(await bus.limits.has('b', rule)).toBe(true);
      await take(1);
      expect(await bus.limits.has('b', rule)).toBe(false);
      await test.advance(20);
      expect(await bus.limits.has('b', rule)).toBe(true);
    });

    it('take nothing for a refused request', async () => {
      await take(100);
      await take(1_000);
      await test.advance(20);
      expect(await take(1)).toBe(1);
    });

    it('keep buckets apart', async () => {
      await take(100, 'one');
      expect(await take(150, 'other')).toBe(100);
    });

    it('apply a changed rule at once', async () => {
      await take(100);
      expect(await take(50, 'b', { burst: 120, rate: 50 })).toBe(20);
      expect(await take(1, 'b', { burst: 1, rate: 1 })).toBe(0);
    });

    it('do not drift if the refill interval is not a round number', async () => {
      const edge = { burst: 120, rate: 60 };
      await take(120, 'e', edge);
      for (let i = 0; i < 400; i++) {
        await test.advance(50);
        expect(await take(5, 'e', edge)).toBe(3);
      }
    });

    it('allow simultaneous callers no more than callers one after another', async () => {
      const all = await Promise.all(Array.from({ length: 300 }, async () => bus.limits.take('b', rule)));
      expect(all.filter(Boolean)).toHaveLength(100);
    });
  });

  describe('sessions', () => {
    const present = (sessionId: string, more: Partial<SessionPresence> = {}): SessionPresence => {
      const presence = {
        sessionId,
        accountId: 'acc_a',
        state: () => state,
        disconnect: async () => true,
        callback: async () => 'taken' as const,
        clearContext: async () => {},
        person: async () => ({ outcome: 'done' as const }),
        watch: async () => nothingNew,
        ...more,
      };
      return presence;
    };

    it('are found while they are present, with their account and state', async () => {
      using _one = bus.sessions.add(present('ses_one'));
      expect(await bus.sessions.find('ses_one')).toEqual({ accountId: 'acc_a', state });
    });

    it('[TR4] get a callback as it was sent, with the trace that it belongs to', async () => {
      const taken: CallbackMessage[] = [];
      const callback = async (message: CallbackMessage) => {
        taken.push(message);
        return 'taken' as const;
      };
      using _one = bus.sessions.add(present('ses_one', { callback }));
      const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
      const sent = [
        { message: 'Hello.', interrupt: true, traceparent },
        { message: 'Again.', interrupt: false },
      ];
      for (const message of sent) expect(await bus.sessions.callback('ses_one', message)).toBe('taken');
      expect(taken).toEqual(sent);
    });

    it('get what a person does and what a watcher asks, and their answers come back', async () => {
      const asked: (PersonCommand | WatchQuestion)[] = [];
      const by = { id: 'mem_b', name: 'Ben' };
      const answer: WatchAnswer = {
        ...nothingNew,
        entries: [{ n: 7, at: 1, kind: 'typing', active: true }],
        last: 7,
      };
      using _one = bus.sessions.add(
        present('ses_one', {
          async person(command) {
            asked.push(command);
            return { outcome: 'not-yours', by };
          },
          async watch(question) {
            asked.push(question);
            return answer;
          },
        }),
      );
      const say = { kind: 'say', personId: 'mem_a', id: 'w1', text: 'Hello.' } as const;
      const question = { after: { epoch: 'e', n: 6 }, waitMs: 0, personId: null };
      expect(await bus.sessions.person('ses_one', say)).toEqual({ outcome: 'not-yours', by });
      expect(await bus.sessions.watch('ses_one', question)).toEqual(answer);
      expect(asked).toEqual([say, question]);
      expect(await bus.sessions.person('ses_nobody', say)).toEqual({ outcome: 'ended' });
      expect(await bus.sessions.watch('ses_nobody', question)).toBeNull();
    });

    it('are not found under another id, nor after they were removed', async () => {
      const one = bus.sessions.add(present('ses_one'));
      expect(await bus.sessions.find('ses_two')).toBeNull();
      one[Symbol.dispose]();
      await expect.poll(() => bus.sessions.find('ses_one')).toBeNull();
    });

    it('report their current state each time', async () => {
      const changing = { ...state };
      using _one = bus.sessions.add(present('ses_one', { state: () => ({ ...changing }) }));
      await bus.sessions.find('ses_one');
      changing.avatarStatus = 'TALKING';
      expect(await bus.sessions.find('ses_one')).toMatchObject({ state: { avatarStatus: 'TALKING' } });
    });

    it('are ended by their owner, who says whether this call ended it', async () => {
      let calls = 0;
      using _one = bus.sessions.add(present('ses_one', { disconnect: async () => ++calls === 1 }));
      const answers = await Promise.all([
        bus.sessions.disconnect('ses_one'),
        bus.sessions.disconnect('ses_one'),
      ]);
      expect(answers.toSorted()).toEqual([false, true]);
    });

    it('that no process holds are not ended', async () => {
      expect(await bus.sessions.disconnect('ses_nobody')).toBe(false);
    });

    it('cannot be added twice, and removing an old entry does not remove a newer one', async () => {
      const old = bus.sessions.add(present('ses_one'));
      expect(() => bus.sessions.add(present('ses_one'))).toThrow(/already present/);
      old[Symbol.dispose]();
      using _new = bus.sessions.add(present('ses_one', { accountId: 'acc_b' }));
      old[Symbol.dispose]();
      expect(await bus.sessions.find('ses_one')).toMatchObject({ accountId: 'acc_b' });
    });
  });

  describe('topics', () => {
    it('deliver a message to every listener of the topic and to no other', async () => {
      const heard: string[] = [];
      using _one = bus.topics.subscribe('news', (message) => heard.push(`one ${message}`));
      using _two = bus.topics.subscribe('news', (message) => heard.push(`two ${message}`));
      using _other = bus.topics.subscribe('other', (message) => heard.push(`other ${message}`));
      bus.topics.publish('news', 'a');
      bus.topics.publish('other', 'end');
      await expect.poll(() => heard).toContain('other end');
      expect(heard.toSorted()).toEqual(['one a', 'other end', 'two a']);
    });

    it('deliver nothing to a listener that has unsubscribed', async () => {
      const heard: string[] = [];
      const left = bus.topics.subscribe('news', () => heard.push('left'));
      using _stays = bus.topics.subscribe('news', (message) => heard.push(message));
      left[Symbol.dispose]();
      bus.topics.publish('news', 'a');
      await expect.poll(() => heard).toContain('a');
      expect(heard).toEqual(['a']);
    });

    it('accept a message without listeners', () => {
      expect(() => bus.topics.publish('nobody', 'a')).not.toThrow();
    });
  });
};
