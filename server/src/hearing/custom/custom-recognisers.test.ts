import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sherpaRoom } from '../../custom-models/testing/sherpa-stand-in.ts';
import { isRunByName } from '../../testing/index.ts';
import { addCustomRecogniser } from './add-custom-recogniser.ts';
import { customRecognisers } from './custom-recognisers.ts';

const transducer = ['encoder-99.onnx', 'encoder-99.int8.onnx', 'decoder-99.onnx', 'joiner-99.onnx'];
const threeSeconds = new Float32Array(48_000).fill(0.1);

describe('adding a recogniser', () => {
  let room: Awaited<ReturnType<typeof sherpaRoom>>;
  beforeEach(async () => {
    room = await sherpaRoom();
  });
  afterEach(() => room[Symbol.asyncDispose]());
  const add = (source: string, name = 'anna') =>
    addCustomRecogniser({
      ...{ voiceFolder: room.voiceFolder, source, name, language: 'de-AT' },
      testSound: threeSeconds,
    });

  const kinds = [
    ['a streaming transducer', transducer, 'streaming', { kind: 'transducer', streams: true }],
    ['Parakeet', transducer, 'nemo_transducer', { kind: 'nemo transducer', streams: false }],
    ['another transducer', transducer, 'whole', { kind: 'transducer', streams: false }],
    ['SenseVoice', ['model.int8.onnx'], 'whole', { kind: 'sense voice', streams: false }],
    ['a streaming CTC model', ['model.onnx'], 'streaming', { kind: 'nemo ctc', streams: true }],
    [
      'Moonshine',
      ['encoder_model.ort', 'decoder_model_merged.ort'],
      'whole',
      { kind: 'moonshine', streams: false },
    ],
  ] as const;
  it.each(isRunByName ? kinds : kinds.slice(0, 2))(
    '[HE30] the folder of %s is recognised, and what it hears is told',
    async (_what, files, kind, wanted) => {
      const folder = await room.recogniser('model', files, kind);
      const { added, heard } = await add(folder);
      expect(added).toMatchObject({ ...wanted, name: 'anna', folder, language: 'de-AT' });
      expect(heard).toMatch(/^eins zwei drei/);
      expect(customRecognisers.all(room.voiceFolder)).toEqual([added]);
      expect(await customRecognisers.remove(room.voiceFolder, 'anna')).toBe(true);
      expect(await customRecognisers.remove(room.voiceFolder, 'anna')).toBe(false);
      expect(existsSync(folder)).toBe(true);
    },
  );

  it('[HE30] of a model that is there twice, the one of 8 bits is used, in the language of the avatar', async () => {
    const { added } = await add(await room.recogniser('model', transducer, 'streaming'));
    expect(added.settings).toMatchObject({
      transducer: { encoder: expect.stringMatching(/encoder-99\.int8\.onnx$/) },
    });
    const sense = await add(await room.recogniser('sense', ['model.onnx'], 'whole'), 'sense');
    expect(sense.added.settings).toMatchObject({ senseVoice: { language: 'de' } });
  });

  it('[HE30] a model that knows capital letters only is heard in small ones', async () => {
    const folder = await room.recogniser('model', transducer, 'streaming', 'CAPITAL <unk> 1');
    expect((await add(folder)).heard).toMatch(/^eins zwei drei/);
  });

  const archiveOf = async (kind: string) => {
    await room.recogniser('model', transducer, kind);
    const archive = join(room.root, `${kind}.tar.gz`);
    execFileSync('tar', ['-czf', archive, '-C', room.root, 'model']);
    await rm(join(room.root, 'model'), { recursive: true });
    return archive;
  };

  it('[HE31] an archive is unpacked into the voice folder, and goes when the model is removed', async () => {
    const { added } = await add(await archiveOf('streaming'));
    expect(basename(added.folder)).toBe('model');
    expect(dirname(dirname(added.folder))).toBe(customRecognisers.unpackedFolder(room.voiceFolder, 'anna'));
    await customRecognisers.remove(room.voiceFolder, 'anna');
    expect(existsSync(added.folder)).toBe(false);
  });

  it('[HE31] a model replaces another one of its name only if it hears, and leaves nothing of it', async () => {
    const { added } = await add(await archiveOf('streaming'));
    const damaged = join(room.root, 'damaged.tar.gz');
    await writeFile(damaged, 'no archive');
    await expect(add(damaged)).rejects.toThrow('the archive cannot be unpacked');
    await expect(add(await archiveOf('broken'))).rejects.toThrow('the model does not hear');
    expect(customRecognisers.all(room.voiceFolder)).toEqual([added]);
    expect(existsSync(added.settings.tokens)).toBe(true);
    const better = await add(await archiveOf('whole'));
    expect(customRecognisers.all(room.voiceFolder)).toEqual([better.added]);
    expect(existsSync(better.added.settings.tokens)).toBe(true);
    expect(readdirSync(customRecognisers.unpackedFolder(room.voiceFolder, 'anna'))).toHaveLength(1);
  });

  it('[HE30] a folder that does not hear is refused with the reason, and leaves nothing behind', async () => {
    await expect(add(room.folder, 'No Name')).rejects.toThrow('cannot be the name of a recogniser');
    await expect(add(join(room.root, 'nowhere'))).rejects.toThrow('there is no ');
    await expect(add(room.folder)).rejects.toThrow('the folder holds no recogniser');
    const broken = await room.recogniser('broken', transducer, 'broken');
    await expect(add(broken)).rejects.toMatchObject({
      message: 'the model does not hear',
      advice: expect.stringContaining('The program of the model ended.'),
    });
    const archive = join(room.root, 'broken.tar');
    execFileSync('tar', ['-cf', archive, '-C', room.root, 'broken']);
    await expect(add(archive)).rejects.toThrow('the model does not hear');
    expect(existsSync(customRecognisers.unpackedFolder(room.voiceFolder, 'anna'))).toBe(false);
    await rm(room.module, { recursive: true });
    await expect(add(broken)).rejects.toThrow('sherpa-onnx-node, which runs such models, is not installed');
    expect(customRecognisers.all(room.voiceFolder)).toEqual([]);
  });
});
