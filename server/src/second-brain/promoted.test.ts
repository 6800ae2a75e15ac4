import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AvatarInput } from '../avatars/index.ts';
import { chunk } from '../brain/testing/model-under-test.ts';
import { LiveApp } from '../live/testing/index.ts';
import { type Receiver, startReceiver } from '../outbound/testing/receiver.ts';
import { testChange } from '../testing/index.ts';

type Body = { stream: boolean; model: string; messages: { content: string }[] };

let app: LiveApp;
let server: Receiver;
beforeAll(async () => {
  app = await LiveApp.start();
  server = await startReceiver((response, request) => {
    const { stream } = JSON.parse(request.body) as Body;
    if (!stream) return void response.end(JSON.stringify({ choices: [] }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ content: 'Yes.' }, 'stop'));
    response.end('data: [DONE]\n\n');
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const avatarWith = (input: Parameters<LiveApp['avatar']>[0] = {}) =>
  app.avatar({
    brain: 'model',
    modelUrl: `${server.url}v1`,
    modelName: 'small',
    modelPrompt: 'Be brief.',
    endpointUrl: null,
    endpointKey: null,
    ...input,
  });
const secondBrain = (secondModelName: string) => ({
  secondBrain: 'model' as const,
  secondModelUrl: `${server.url}v1`,
  secondModelName,
  secondModelPrompt: 'Rhyme.',
});
const promote = (id: number) =>
  testChange(app.test.sql, (change) =>
    app.test.app.avatars.promote(change, { accountId: app.party.accountId, id }),
  );
const ask = async ({ wire }: Pick<Awaited<ReturnType<LiveApp['talk']>>, 'wire'>) => {
  wire.say('hello');
  await wire.listen();
  const { model, messages } = JSON.parse(server.requests.at(-1)?.body ?? '') as Body;
  return [model, messages[0]?.content];
};

it.each(['small', 'large'])(
  '[SB15] promoting the model "%s" leaves running sessions their instructions',
  async (name) => {
    const id = await avatarWith(secondBrain(name));
    const running = await app.talk(id);
    expect(await ask(running)).toEqual(['small', 'Be brief.']);
    await promote(id);
    expect(await ask(running)).toEqual(['small', 'Be brief.']);
    expect(await ask(await app.talk(id))).toEqual([name, 'Rhyme.']);
  },
);

it.each<[string, string, AvatarInput, AvatarInput]>([
  ['another model', 'large', {}, {}],
  ['other instructions alone', 'small', { secondModelKey: 'a-key' }, {}],
  ['another model, and the old one is then edited', 'large', {}, { secondModelPrompt: 'Sing.' }],
  ['another model and a new key', 'large', { modelKey: 'a-new-key' }, {}],
])(
  '[SB15] a session that began before there was a second brain keeps its instructions: %s',
  async (_, name, before, after) => {
    const id = await avatarWith({ modelKey: 'a-key' });
    const running = await app.talk(id);
    await app.changeAvatar(id, { ...secondBrain(name), ...before });
    expect(await ask(running)).toEqual(['small', 'Be brief.']);
    await promote(id);
    await app.changeAvatar(id, after);
    expect(await ask(running)).toEqual(['small', 'Be brief.']);
    await promote(id);
    expect(await ask(running)).toEqual(['small', 'Be brief.']);
  },
);

it.each(['one brain', 'two brains'])(
  '[SB15] changed instructions of an avatar with %s reach running sessions',
  async (brains) => {
    const id = await avatarWith(brains === 'two brains' ? secondBrain('large') : {});
    const running = await app.talk(id);
    await app.changeAvatar(id, { modelPrompt: 'Sing.' });
    expect(await ask(running)).toEqual(['small', 'Sing.']);
  },
);
