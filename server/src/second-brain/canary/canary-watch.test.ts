import { afterAll, beforeAll, expect, it } from 'vitest';
import { withSecondBrain } from '../../avatars/index.ts';
import { createLog } from '../../kernel/index.ts';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { LiveApp, type ScriptedEndpoint, startEndpoint } from '../../live/testing/index.ts';
import { CanaryWatch } from './canary-watch.ts';

let app: LiveApp;
let canary: ScriptedEndpoint;
beforeAll(async () => {
  app = await LiveApp.start();
  canary = await startEndpoint({
    CHAT: (request) =>
      request.body.action === 'CHAT' && request.body.message === 'good'
        ? request.ok({ reply: 'Tweet.' })
        : request.answer(500, {}),
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await canary[Symbol.asyncDispose]();
});

/** `settled` is called at the beginning of each look. */
function watchWith(settled: () => Promise<void>) {
  const clock = manualClock();
  const { avatars, webhookServices } = app.test.app;
  const { extended, outbox } = webhookServices;
  const log = createLog('silent', { write: () => {} });
  const { sql } = app.test;
  const watch = new CanaryWatch({
    sql,
    clock,
    log,
    avatars,
    extended,
    outbox,
    baseUrl: '',
    conversations: { settled },
  });
  return { watch, clock };
}

/** Three of four turns of the canary have failed, and the service has not stopped it. */
async function failedCanary() {
  const highLimit = { canaryShare: 100, canaryMaxFailures: 90 };
  return await fail(await app.avatar({ secondRole: 'canary', secondEndpointUrl: canary.url, ...highLimit }));
}
async function fail(id: number) {
  const { sessionId, wire } = await app.talk(id);
  for (const word of ['good', 'one', 'two', 'three']) {
    wire.say(word);
    await wire.listen();
  }
  await app.untilTurns(sessionId, 4);
  const found = await app.test.app.avatars.withSecrets(id);
  if (found === null) throw new Error('no avatar');
  const lowLimit = withSecondBrain({ ...found, avatar: { ...found.avatar, canaryMaxFailures: 10 } });
  return { highLimit: withSecondBrain(found), lowLimit };
}
const shareOf = async (id: number) => {
  const [row] = await app.test.sql<{ share: number }[]>`
    select canary_share as share from avatars where id = ${id}`;
  return row?.share;
};

it('[SB12] the turns of a canary are read after each failure, and else every two seconds', async () => {
  let looks = 0;
  const { watch, clock } = watchWith(async () => {
    looks += 1;
  });
  const { highLimit } = await failedCanary();
  const turnsPass = async (failed: boolean) => {
    for (let turn = 0; turn < 10; turn++) {
      watch.handleTurn(highLimit, failed);
      await watch.settled();
    }
    return looks;
  };
  expect(await turnsPass(false)).toBe(1);
  clock.advance(1_999);
  expect(await turnsPass(false)).toBe(1);
  clock.advance(1);
  expect(await turnsPass(false)).toBe(2);
  expect(await turnsPass(true)).toBe(12);
  expect(await turnsPass(false)).toBe(12);
});

it('[SB14] race: a canary whose settings change while its turns are read is not stopped', async () => {
  const { lowLimit } = await failedCanary();
  const { id } = lowLimit.avatar;
  const changed = watchWith(() => app.changeAvatar(id, { secondEndpointUrl: app.endpoint.url }));
  changed.watch.handleTurn(lowLimit, true);
  await changed.watch.settled();
  expect(await shareOf(id)).toBe(100);
});

it('[SB12] [SB14] race: a failure in a new trial counts, although turns of the one before are read and still come', async () => {
  const { lowLimit } = await failedCanary();
  const { id } = lowLimit.avatar;
  let looks = 0;
  const { watch } = watchWith(async () => {
    looks += 1;
    if (looks > 1) return;
    await app.changeAvatar(id, { secondEndpointUrl: `${canary.url}?new` });
    watch.handleTurn((await fail(id)).lowLimit, true);
    watch.handleTurn(lowLimit, true);
  });
  watch.handleTurn(lowLimit, true);
  await watch.settled();
  expect(await shareOf(id)).toBe(0);
});

it('[SB13] a canary whose settings have not changed is stopped', async () => {
  const { lowLimit } = await failedCanary();
  const { watch } = watchWith(async () => {});
  watch.handleTurn(lowLimit, true);
  await watch.settled();
  expect(await shareOf(lowLimit.avatar.id)).toBe(0);
});
