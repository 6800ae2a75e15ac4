import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryBus } from '../bus/index.ts';
import { resealColumn } from '../db/index.ts';
import { createSealedBox } from '../kernel/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { type TestDatabase, testChange, testDatabase } from '../testing/index.ts';
import type { AvatarInput } from './avatar.ts';
import { sealedAvatarColumns } from './avatar-secrets.ts';
import { type Avatars, createAvatars } from './avatars.ts';

describe('the secrets of avatars', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.sql`insert into accounts (id, name) values ('acc_1', 'One')`;
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const avatarsWith = (...keys: Buffer[]) => {
    const clock = manualClock();
    const { topics } = createMemoryBus(clock);
    const [addressProblem, voiceProblem] = [() => null, () => null];
    return createAvatars({
      maxModelBytes: 1024,
      sql: database.sql,
      topics,
      clock,
      box: createSealedBox(keys),
      addressProblem,
      voiceProblem,
      hearingProblem: voiceProblem,
    });
  };
  const secrets = {
    endpointKey: 'for-the-endpoint',
    modelKey: 'for-the-model',
    voiceKey: 'for-the-voice',
    hearingKey: 'for-the-ears',
  };
  const input = {
    name: 'A',
    endpointKey: secrets.endpointKey,
    modelKey: secrets.modelKey,
    voice: { provider: 'openai', voice: 'alloy', url: 'https://voice.example/v1', key: secrets.voiceKey },
    hearing: {
      recogniser: 'server',
      server: { url: 'https://ears.example/v1', key: secrets.hearingKey },
    },
  };

  const create = (avatars: Avatars, wanted: AvatarInput & { name: string }) =>
    testChange(database.sql, (change) => avatars.create(change, 'acc_1', wanted));

  it('all move to a new sealing key, once, and no longer need the old one', async () => {
    using before = avatarsWith(oldKey);
    const { id } = await create(before, input);
    const { id: without } = await create(before, { name: 'Without' });
    const reseal = async () => {
      let count = 0;
      for (const column of sealedAvatarColumns)
        count += (await resealColumn(database.sql, createSealedBox([newKey, oldKey]), column)).resealed;
      return count;
    };
    expect(await reseal()).toBe(4);
    expect(await reseal()).toBe(0);
    using after = avatarsWith(newKey);
    expect(await after.withSecrets(id)).toMatchObject(secrets);
    expect(await after.withSecrets(without)).toMatchObject({ endpointKey: null, voiceKey: null });
  });

  it('open under the places that earlier versions sealed them for', async () => {
    using avatars = avatarsWith(newKey);
    const { id } = await create(avatars, input);
    const box = createSealedBox([newKey]);
    await database.sql`
      update avatars set endpoint_key_sealed = ${box.seal('one', `avatar:${id}:endpoint-key`)},
        model_key_sealed = ${box.seal('two', `avatar:${id}:model-key`)},
        voice_key_sealed = ${box.seal('three', `avatar:${id}:voice-key`)},
        hearing_key_sealed = ${box.seal('four', `avatar:${id}:hearing-key`)} where id = ${id}`;
    expect(await avatars.withSecrets(id)).toMatchObject({
      endpointKey: 'one',
      modelKey: 'two',
      voiceKey: 'three',
      hearingKey: 'four',
    });
  });
});
