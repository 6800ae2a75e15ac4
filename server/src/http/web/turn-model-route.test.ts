import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installTurnModel, removeTurnModel } from '../../hearing/index.ts';
import { turnModelWheel } from '../../hearing/testing/turn-model-wheel.ts';
import { voiceScene } from '../../speech/natural/install/testing/voice-scene.ts';
import {
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
  testBaseUrl,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

describe('the turn model for pages', () => {
  let test: TestApp;
  let account: TestAccount;
  let room: Awaited<ReturnType<typeof voiceScene>>;
  beforeAll(async () => {
    room = await voiceScene(turnModelWheel());
    test = await testApp({ voiceFolder: room.folder });
    account = await makeTestAccount(test.app, 'ours');
  });
  afterAll(async () => {
    await test[Symbol.asyncDispose]();
    await room[Symbol.asyncDispose]();
  });

  const url = '/sdk/ears/smart-turn-2bb02631.onnx';
  const hearing = async () => {
    const { body } = await test.send({ url: `/client/avatars/${account.avatarId}` });
    return (body as { hearing: unknown }).hearing;
  };
  const fetched = async () =>
    await test.app.server.inject({
      url,
      headers: { host: new URL(testBaseUrl).host, origin: 'https://shop.example' },
    });

  it('[HE21] is announced and served only when it is installed, to be cached for ever by pages of any origin', async () => {
    expect(await hearing()).toEqual({
      recogniser: 'built-in',
      language: 'en',
      patience: 'normal',
      turnModel: null,
      recognisers: { en: 'built-in' },
    });
    expect((await fetched()).statusCode).toBe(404);
    await installTurnModel({ ...room.options, wheel: room.wheel });
    expect(await hearing()).toMatchObject({ turnModel: url });
    const { statusCode, headers, body } = await fetched();
    expect(statusCode).toBe(200);
    expect(body).toBe('this is smart-turn-v3.2-cpu.onnx');
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(body.length),
    });
    await removeTurnModel(room.folder);
    expect((await fetched()).statusCode).toBe(404);
  });

  it('[HE21] comes with the avatar’s patience', async () => {
    await testChange(test.sql, (change) =>
      test.app.avatars.update(
        change,
        { accountId: account.accountId, id: account.avatarId },
        { patience: 'patient' },
      ),
    );
    expect(await hearing()).toMatchObject({ patience: 'patient' });
    const { body } = await test.send({
      method: 'POST',
      url: '/client/authenticate',
      body: { avatarId: account.avatarId },
    });
    expect(body).toMatchObject({ avatar: { hearing: { patience: 'patient' } } });
  });
});
