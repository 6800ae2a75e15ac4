import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { voiceScene } from '../../speech/natural/install/testing/voice-scene.ts';
import { turnModelWheel } from '../testing/turn-model-wheel.ts';
import {
  findTurnModel,
  installTurnModel,
  removeTurnModel,
  smartTurnPackage,
  turnModelSentence,
  turnModelStatus,
} from './turn-model.ts';

describe('the turn model', () => {
  let room: Awaited<ReturnType<typeof voiceScene>>;
  beforeEach(async () => {
    room = await voiceScene(turnModelWheel());
  });
  afterEach(() => room[Symbol.asyncDispose]());

  it('[HE20] is fetched by pip in the pinned version, and found by a service that runs already', async () => {
    const find = findTurnModel(room.folder);
    expect(find()).toBeNull();
    await room.addProgram('pip', `/bin/cp ${room.wheel} $dest/${smartTurnPackage.wheel}`);
    expect(await installTurnModel(room.options)).toBe('installed');
    expect(await readFile(find() ?? '', 'utf8')).toBe('this is smart-turn-v3.2-cpu.onnx');
    expect(room.said[0]).toContain('Fetching the turn model');
    expect(turnModelSentence(turnModelStatus(room.folder))).toContain('is installed (smart-turn 1.14.0)');
    expect(await removeTurnModel(room.folder)).toBe(true);
  });

  it('[HE20] from a wheel that the operator copied to the machine', async () => {
    expect(await installTurnModel({ ...room.options, wheel: room.wheel })).toBe('installed');
    expect(findTurnModel(room.folder)()).not.toBeNull();
  });

  it('[HE20] another file than the pinned one is refused, and the reason is kept', async () => {
    await writeFile(room.wheel, Buffer.concat([turnModelWheel().bytes.subarray(0, -1), Buffer.from('x')]));
    const install = installTurnModel({ ...room.options, wheel: room.wheel });
    await expect(install).rejects.toThrow('another checksum');
    expect(turnModelSentence(turnModelStatus(room.folder))).toMatch(
      /^Half a second of silence .* another checksum .*"pip download --no-deps pipecat-ai==1\.14\.0".*hearing install FILE"\.$/,
    );
    expect(findTurnModel(room.folder)()).toBeNull();
  });

  it('[HE20] without a folder or without pip, the reason says what to do', async () => {
    expect(turnModelSentence(turnModelStatus(null))).toContain('Set VOICE_FOLDER');
    await expect(installTurnModel(room.options)).rejects.toThrow('neither pip nor uv');
  });
});
