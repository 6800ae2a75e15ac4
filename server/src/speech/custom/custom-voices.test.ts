import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sherpaRoom } from '../../custom-models/testing/sherpa-stand-in.ts';
import { hear } from '../testing/collect.ts';
import { addCustomVoice } from './add-custom-voice.ts';
import { createCustomVoice } from './custom-voice.ts';
import { createVoiceEngine, customVoiceModels, readCustomVoice } from './custom-voices.ts';

describe('own models', () => {
  let room: Awaited<ReturnType<typeof sherpaRoom>>;
  beforeEach(async () => {
    room = await sherpaRoom();
  });
  afterEach(() => room[Symbol.asyncDispose]());
  const add = (name = 'anna') =>
    addCustomVoice({ voiceFolder: room.voiceFolder, source: room.folder, name, language: 'en-GB' });

  it('[SP120] a folder of Piper is added under a name, and removed without touching it', async () => {
    expect(await add()).toMatchObject({ kind: 'piper', sampleRate: 22_050, speakers: 1 });
    expect(customVoiceModels.all(room.voiceFolder).map(({ name }) => name)).toEqual(['anna']);
    expect(await customVoiceModels.remove(room.voiceFolder, 'anna')).toBe(true);
    expect(await customVoiceModels.remove(room.voiceFolder, 'anna')).toBe(false);
    expect(customVoiceModels.all(room.voiceFolder)).toEqual([]);
    expect(await add('again')).toMatchObject({ name: 'again' });
  });

  it('[SP120] a folder of Kokoro has several speakers, each with its own sound', async () => {
    await writeFile(join(room.folder, 'voices.bin'), 'voices');
    const model = await add();
    expect(model).toMatchObject({ kind: 'kokoro', speakers: 3 });
    expect(readCustomVoice('anna+2')).toEqual({ name: 'anna', speaker: 2 });
    await using engine = createVoiceEngine(room.voiceFolder);
    const say = (speaker: number) =>
      hear(createCustomVoice({ engine, model, speaker, account: 'acc_1' }), 'Hello there.');
    expect((await say(2)).samples).not.toEqual((await say(0)).samples);
  });

  it('[SP121] a model that ends its process, or refuses, fails one sentence, and the next one is spoken', async () => {
    const model = await add();
    await using engine = createVoiceEngine(room.voiceFolder);
    const voice = createCustomVoice({ engine, model, speaker: 0, account: 'acc_1' });
    await expect(hear(voice, 'Please crash.')).rejects.toThrow('The program of the model ended.');
    await expect(hear(voice, 'Please refuse.')).rejects.toThrow('The model failed: refused as asked');
    expect((await hear(voice, 'Hello there.')).durationMs).toBeGreaterThan(300);
  });

  it('[SP120] a running session speaks with the model that has replaced its own, and not at another sample rate', async () => {
    const archive = async (rate: number, name: string) => {
      await writeFile(room.model, `a model of ${rate} Hz`);
      const file = join(room.root, `${name}.tar.gz`);
      execFileSync('tar', ['-czf', file, '-C', room.root, basename(room.folder)]);
      return file;
    };
    const source = await archive(22_050, 'first');
    const { voiceFolder } = room;
    const model = await addCustomVoice({ voiceFolder, source, name: 'anna', language: 'en' });
    await using engine = createVoiceEngine(voiceFolder);
    const voice = createCustomVoice({ engine, model, speaker: 0, account: 'acc_1' });
    expect((await hear(voice, 'Hello there.')).durationMs).toBeGreaterThan(300);
    await addCustomVoice({
      voiceFolder,
      source: await archive(22_050, 'second'),
      name: 'anna',
      language: 'en',
    });
    expect(existsSync(model.folder)).toBe(false);
    expect((await hear(voice, 'Hello there.')).durationMs).toBeGreaterThan(300);
    await addCustomVoice({
      voiceFolder,
      source: await archive(16_000, 'third'),
      name: 'anna',
      language: 'en',
    });
    await expect(hear(voice, 'Hello there.')).rejects.toThrow('replaced by one with another sample rate');
    // A folder in place of an archive leaves nothing of the archive.
    await add();
    expect(existsSync(customVoiceModels.unpackedFolder(voiceFolder, 'anna'))).toBe(false);
    await expect(add('ears')).rejects.toThrow('"ears" cannot be the name of a voice');
  });

  it('[SP120] without the package, or without a model that speaks, nothing is added', async () => {
    await expect(add('No Name')).rejects.toThrow('cannot be the name of a voice');
    await writeFile(room.model, 'broken');
    await expect(add()).rejects.toThrow('the model does not speak');
    await rm(room.model);
    await expect(add()).rejects.toThrow('the folder holds no model');
    await rm(room.module, { recursive: true });
    await expect(add()).rejects.toThrow('sherpa-onnx-node, which runs such models, is not installed');
    expect(customVoiceModels.all(room.voiceFolder)).toEqual([]);
  });
});
