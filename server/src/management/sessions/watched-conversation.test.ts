import type { WatchAnswer, WatchEntry } from '@parley/protocol/management';
import { createManagementClient } from '@parley/protocol/management/client';
import { streamCall } from '@parley/protocol/management/stream';
import { describe, expect, it } from 'vitest';
import { type LiveApp, type LiveCluster, liveCluster } from '../../live/testing/index.ts';
import { dashboardScene } from '../testing/dashboard-scene.ts';

/** A visitor at the last process, and a program that watches and answers at the first one. */
async function scene(cluster: LiveCluster) {
  const [here, there] = [cluster.apps[0], cluster.apps.at(-1)] as [LiveApp, LiveApp];
  const { makeProgram } = await dashboardScene({ test: here.test, url: here.url });
  const { accountId } = here.party;
  const service = { url: here.url, ...(await makeProgram(accountId, ['sessions:watch', 'sessions:answer'])) };
  const joined = await here.join(await here.avatar({ transcript: true }));
  const wire = await there.enter(joined);
  wire.ready();
  await here.endpoint.next('LOGIN', joined.sessionId);
  const params = { account: accountId, session: joined.sessionId };
  const client = createManagementClient(service);
  const stop = new AbortController();
  const events = streamCall(service, 'sessions.watch', { params }, stop.signal);
  const seen: WatchEntry[] = [];
  let now: WatchAnswer['now'] | undefined;
  const names: string[] = [];
  const read = async () => {
    const { value, done } = await events.next();
    if (done === true) throw new Error('the stream has ended');
    names.push(value.event);
    if (value.event !== 'watch') return;
    const answer = value.data as WatchAnswer;
    seen.push(...answer.entries);
    now = answer.now;
  };
  await read();
  return {
    here,
    there,
    wire,
    ...joined,
    names,
    now: () => now,
    /** Reads the stream until it has an entry that fits, and forgets what came before. */
    async entry<K extends WatchEntry['kind']>(
      kind: K,
      fits: (entry: Extract<WatchEntry, { kind: K }>) => boolean = () => true,
    ) {
      for (;;) {
        const index = seen.findIndex(
          (entry) => entry.kind === kind && fits(entry as Extract<WatchEntry, { kind: K }>),
        );
        if (index !== -1) return seen.splice(0, index + 1).at(-1);
        await read();
      }
    },
    async event(name: string) {
      while (names.at(-1) !== name) await read();
    },
    take: () => client.call('sessions.take', { params, body: {} }),
    say: (id: string, text: string) => client.call('sessions.say', { params, body: { id, text } }),
    release: () => client.call('sessions.release', { params }),
    [Symbol.dispose]: () => stop.abort(),
  };
}

describe.each([1, 2])('a conversation, with %i processes', (count) => {
  it('is followed, taken over, and handed back', async () => {
    await using cluster = await liveCluster(count);
    using talk = await scene(cluster);
    const { wire, here, sessionId } = talk;
    wire.say('one');
    expect(await wire.listen()).toEqual(['You said one.']);
    await talk.entry('question', ({ text }) => text === 'one');
    await talk.entry('sentence', ({ text, by }) => text === 'You said one.' && by === 'brain');
    await talk.entry('said');

    await talk.take();
    await talk.entry('person', ({ person }) => person?.name === 'Program');
    expect(talk.now()?.person).toMatchObject({ name: 'Program' });
    wire.say('two');
    await talk.entry('question', ({ text }) => text === 'two');
    await talk.say('w1', 'A person here.');
    // It was sent again because its answer was lost.
    await talk.say('w1', 'A person here.');
    expect(await wire.listen()).toEqual(['A person here.']);
    await talk.entry('said', ({ by, text }) => by === 'person' && text === 'A person here.');

    await talk.release();
    await talk.entry('person', ({ person, why }) => person === null && why === 'released');
    wire.say('three');
    expect(await wire.listen()).toEqual(['You said three.']);
    expect(here.endpoint.actions(sessionId)).toEqual(['LOGIN', 'CHAT', 'CHAT']);
    wire.send({ type: 'bye' });
    await talk.event('end');
    const { transcript } = await here.untilSettled(sessionId);
    expect(transcript.find(({ message }) => message === 'A person here.')).toMatchObject({
      source: 'person',
      person: 'Program',
    });
  });
});

describe('the process with the session', () => {
  it('cannot be reached: the stream says so, and goes on at the process that adopts the session', async () => {
    await using cluster = await liveCluster(2);
    using talk = await scene(cluster);
    const { here, there, wire, sessionId } = talk;
    await talk.take();
    await talk.entry('person');
    await cluster.cutOff(there);
    await talk.event('away');
    await cluster.failOver(there, here);
    await talk.event('watch');
    expect(talk.now()?.person).toMatchObject({ name: 'Program' });
    const back = await here.enter({ sessionId, resume: wire.welcome.resume });
    back.ready();
    await talk.say('w1', 'Still here.');
    expect(await back.listen()).toEqual(['Still here.']);
    await talk.entry('said', ({ by }) => by === 'person');
  });
});
