import { expect, it } from 'vitest';
import { type LiveApp, liveCluster, until } from '../testing/index.ts';

it('[LV99] [LV101] a dead owner leaves the person, what waits for them and what is held to the next one', async () => {
  await using cluster = await liveCluster(2);
  const [here, there] = cluster.apps as [LiveApp, LiveApp];
  const avatarId = await here.avatar();
  const joined = await here.join(avatarId);
  const { sessionId } = joined;
  const visitor = await there.enter(joined);
  visitor.ready();
  await here.endpoint.next('LOGIN', sessionId);
  const { sessions } = here.test.bus;
  const person = { id: 'mem_ada', name: 'Ada' };
  const watch = (after: { epoch: string; n: number } | null) =>
    sessions.watch(sessionId, { after, waitMs: 0, personId: person.id });

  await sessions.person(sessionId, { kind: 'take', person, cut: true, handBackMs: 3_600_000 });
  visitor.say('Hello?');
  await visitor.quiet();
  expect(await sessions.callback(sessionId, { message: 'News.', interrupt: false })).toBe('taken');
  const before = await watch(null);
  await until('the question is recorded', async () => (await here.record(sessionId)).transcript.length === 1);

  await cluster.failOver(there, here);
  const back = await here.enter({ sessionId, resume: visitor.welcome.resume });
  back.ready();
  await back.next('people', ({ answering }) => answering);
  expect(await watch(before && { epoch: before.epoch, n: before.last })).toMatchObject({
    missed: true,
    now: { person, connected: true },
  });
  expect(await here.endpoint.chats(sessionId)).toEqual([]);
  await sessions.person(sessionId, { kind: 'release', personId: person.id });
  expect(await back.listen()).toEqual(['News.']);
  expect(await back.listen()).toEqual(['You said Hello?.']);
  // The question keeps its number and its place in the transcript.
  expect(await here.untilTurns(sessionId, 2)).toMatchObject([
    { number: 1, kind: 'chat', outcome: 'answered' },
    { number: 2, kind: 'callback' },
  ]);
  expect(await here.record(sessionId)).toMatchObject({
    transcript: [{ message: 'Hello?' }, { message: 'News.' }, { message: 'You said Hello?.' }],
  });
});
