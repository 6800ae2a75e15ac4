import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog, systemClock } from '../../kernel/index.ts';
import { busContract } from '../bus.contract.ts';
import type { HandOverRequest, SessionPresence } from '../bus.ts';
import { nothingNew } from '../testing/nothing-new.ts';
import { type Link, OwnerUnreachable } from './link.ts';
import { type LinkedBus, openLinkedBus } from './linked.ts';
import type { SessionOwner, SessionOwners } from './linked-sessions.ts';

/** Several processes in one test. Their links share nothing with those of another test. */
export type LinksUnderTest = AsyncDisposable & { connect(): Promise<Link> };

export type LinkedScene = AsyncDisposable & {
  /** The owners that the database would return for sessions. */
  readonly owners: Map<string, SessionOwner>;
  /** A link that belongs to none of the processes. */
  connect(): Promise<Link>;
  open(processId: string, more?: Partial<SessionOwners> & { noticeFreeze?: () => void }): Promise<LinkedBus>;
};

export const linkedScene = (links: LinksUnderTest): LinkedScene => {
  const stack = new AsyncDisposableStack();
  stack.use(links);
  const owners = new Map<string, SessionOwner>();
  return {
    owners,
    connect: async () => stack.use(await links.connect()),
    async open(processId, more = {}) {
      const link = stack.use(await links.connect());
      const bus = await openLinkedBus({
        link,
        processId,
        clock: systemClock,
        log: createLog('silent'),
        ownerOf: async (sessionId) => owners.get(sessionId) ?? { kind: 'ended' },
        ownersOf: async (sessionIds) =>
          new Map(
            sessionIds.flatMap((id) => {
              const owner = owners.get(id);
              return owner?.kind === 'process' ? [[id, owner.processId]] : [];
            }),
          ),
        adopt: () => Promise.reject(new Error('nothing to adopt')),
        handOver: () => Promise.reject(new Error('nothing to hand over')),
        ...more,
      });
      return stack.use(bus);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

export const present = (sessionId: string, more: Partial<SessionPresence> = {}): SessionPresence => ({
  sessionId,
  accountId: 'acc_a',
  state: () => ({ avatarStatus: 'IDLE', avatarId: 1001, userId: 1, lastActivityAt: null }),
  disconnect: async () => true,
  callback: async () => 'taken',
  clearContext: async () => {},
  person: async () => ({ outcome: 'done' }),
  watch: async () => nothingNew,
  ...more,
});
export const ownedBy = (processId: string): SessionOwner => ({ kind: 'process', processId });

/** Links whose limits count by a time of the test. */
export type TimedLinks = LinksUnderTest & { advance(ms: number): void };

/** What every link must guarantee to several processes. */
export const linkedContract = (
  make: () => Promise<LinksUnderTest>,
  makeTimed: () => Promise<TimedLinks>,
): void => {
  let scene: LinkedScene;
  const open: LinkedScene['open'] = (...args) => scene.open(...args);

  describe('alone', () => {
    busContract(async () => {
      const links = await makeTimed();
      const alone = linkedScene(links);
      return {
        bus: await alone.open('alone'),
        advance: links.advance,
        [Symbol.asyncDispose]: () => alone[Symbol.asyncDispose](),
      };
    });
  });

  describe('between processes', () => {
    beforeEach(async () => {
      scene = linkedScene(await make());
    });
    afterEach(() => scene[Symbol.asyncDispose]());

    it('a session is found, called back and ended at its owner', async () => {
      const [one, two] = [await open('one'), await open('two')];
      const messages: unknown[] = [];
      using _session = one.sessions.add(
        present('ses_far', {
          callback: async (message) => {
            messages.push(message);
            return 'taken';
          },
          disconnect: async (by) => by === 'dashboard',
        }),
      );
      scene.owners.set('ses_far', ownedBy('one'));
      expect(await two.sessions.find('ses_far')).toMatchObject({
        accountId: 'acc_a',
        state: { avatarId: 1001 },
      });
      expect(await two.sessions.callback('ses_far', { message: 'Hello', interrupt: false })).toBe('taken');
      expect(messages).toEqual([{ message: 'Hello', interrupt: false }]);
      expect(await two.sessions.disconnect('ses_far', 'dashboard')).toBe(true);
      expect(await two.sessions.disconnect('ses_far', 'api')).toBe(false);
      expect(await two.sessions.clearContext('ses_far')).toBe(true);
      const typing = { kind: 'typing', personId: 'mem_a' } as const;
      expect(await two.sessions.person('ses_far', typing)).toEqual({ outcome: 'done' });
      const question = { after: null, waitMs: 0, personId: null };
      expect(await two.sessions.watch('ses_far', question)).toEqual(nothingNew);
    });

    it('many sessions are found with one question to each owner, without those that do not answer', async () => {
      const asked: string[] = [];
      const [one, two] = [await open('one'), await open('two', { noticeFreeze: () => asked.push('two') })];
      const three = await open('three');
      using added = new DisposableStack();
      for (const id of ['ses_1', 'ses_2']) added.use(one.sessions.add(present(id)));
      for (const id of ['ses_3', 'ses_4', 'ses_5']) added.use(two.sessions.add(present(id)));
      added.use(three.sessions.add(present('ses_here')));
      for (const id of ['ses_1', 'ses_2', 'ses_handed_over']) scene.owners.set(id, ownedBy('one'));
      for (const id of ['ses_3', 'ses_4', 'ses_5']) scene.owners.set(id, ownedBy('two'));
      scene.owners.set('ses_lost', ownedBy('nobody'));
      scene.owners.set('ses_free', { kind: 'none' });
      const all = [...scene.owners.keys(), 'ses_here', 'ses_ended'];
      const found = await three.sessions.findAll(all);
      expect([...found.keys()].toSorted()).toEqual(['ses_1', 'ses_2', 'ses_3', 'ses_4', 'ses_5', 'ses_here']);
      expect(found.get('ses_4')).toEqual(await three.sessions.find('ses_4'));
      // The second question is the one of `find`.
      expect(asked).toEqual(['two', 'two']);
    });

    it('a session that has ended is absent at once', async () => {
      const two = await open('two');
      expect(await two.sessions.find('ses_none')).toBeNull();
      expect(await two.sessions.callback('ses_none', { message: 'x', interrupt: false })).toBe('ended');
    });

    it('a session whose owner is not connected does not count as ended', async () => {
      const two = await open('two');
      scene.owners.set('ses_lost', ownedBy('one'));
      await expect(two.sessions.find('ses_lost')).rejects.toThrow(OwnerUnreachable);
    });

    it('a session whose owner fails does not count as absent', async () => {
      const [one, two] = [await open('one'), await open('two')];
      using _session = one.sessions.add(
        present('ses_bad', { disconnect: () => Promise.reject(new Error('no')) }),
      );
      scene.owners.set('ses_bad', ownedBy('one'));
      await expect(two.sessions.disconnect('ses_bad')).rejects.toThrow(OwnerUnreachable);
    });

    it('a session without an owner is adopted and then asked', async () => {
      const adopted = new DisposableStack();
      const one = await open('one', {
        adopt: async (sessionId) => void adopted.use(one.sessions.add(present(sessionId))),
      });
      scene.owners.set('ses_orphan', { kind: 'none' });
      expect(await one.sessions.callback('ses_orphan', { message: 'x', interrupt: false })).toBe('taken');
      adopted.dispose();
    });

    it('a session that moves while it is asked for is found at its new owner', async () => {
      const [one, two] = [await open('one'), await open('two')];
      using _session = two.sessions.add(present('ses_moved'));
      let asked = 0;
      const three = await open('three', { ownerOf: async () => ownedBy(++asked === 1 ? 'one' : 'two') });
      expect(await three.sessions.find('ses_moved')).not.toBeNull();
      expect(asked).toBe(2);
      expect(await one.sessions.find('ses_moved')).toBeNull();
    });

    it('a session that its live owner does not hold does not count as ended', async () => {
      const [_one, two] = [await open('one'), await open('two')];
      scene.owners.set('ses_odd', ownedBy('one'));
      await expect(two.sessions.find('ses_odd')).rejects.toThrow(OwnerUnreachable);
    });

    it('a session is handed over on request', async () => {
      const requests: HandOverRequest[] = [];
      await open('one', {
        handOver: async (request) => {
          requests.push(request);
          return { outcome: 'refused' };
        },
      });
      const two = await open('two');
      const request = { sessionId: 'ses_far', ticketHash: 'a', resumeHash: null, to: 'two' };
      expect(await two.handOver('one', request)).toEqual({ outcome: 'refused' });
      expect(requests).toMatchObject([request]);
      await expect(two.handOver('nobody', request)).rejects.toThrow(OwnerUnreachable);
    });

    it('messages reach the listeners of both processes once', async () => {
      const [one, two] = [await open('one'), await open('two')];
      const heard: string[] = [];
      using _here = one.topics.subscribe('news', (message) => heard.push(`one ${message}`));
      using _there = two.topics.subscribe('news', (message) => heard.push(`two ${message}`));
      one.topics.publish('news', 'a b');
      expect(heard).toEqual(['one a b']);
      two.topics.publish('news', 'last');
      await expect.poll(() => heard.length).toBe(4);
      expect(heard.toSorted()).toEqual(['one a b', 'one last', 'two a b', 'two last']);
    });

    it('unreadable messages are ignored, and the link stays up', async () => {
      const [one, two] = [await open('one'), await open('two')];
      const stranger = await scene.connect();
      let losses = 0;
      const heard: string[] = [];
      using _news = one.topics.subscribe(
        'news',
        (message) => void heard.push(JSON.parse(message)),
        () => {
          losses += 1;
        },
      );
      using _session = one.sessions.add(present('ses_far'));
      scene.owners.set('ses_far', ownedBy('one'));
      const call = (asked: unknown) => JSON.stringify({ kind: 'call', id: 'a', from: 'b', call: asked });
      const calls = [null, {}, { kind: 'hand-over' }, { kind: 'callback', sessionId: 'ses_far' }];
      for (const text of ['', 'garbage', 'null', '{"kind":"answer"}', ...calls.map(call)])
        expect(await stranger.publish('calls:{one}', text)).toBe(1);
      for (const text of ['', 'x', 'x news', 'x news {', 'x news "last"'])
        await stranger.publish('topics', text);
      await expect.poll(() => heard).toEqual(['last']);
      expect(await two.sessions.find('ses_far')).not.toBeNull();
      expect([one.link.isUp(), losses]).toEqual([true, 0]);
    });

    it('limits are shared: three processes together let through as much as one would', async () => {
      const three = [await open('one'), await open('two'), await open('three')];
      const rule = { burst: 60, rate: 0.001 };
      const answers = await Promise.all(
        Array.from({ length: 300 }, async (_, index) => three[index % 3]?.limits.take('shared', rule)),
      );
      expect(answers.filter(Boolean)).toHaveLength(60);
    });
  });
};
