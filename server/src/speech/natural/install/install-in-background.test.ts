import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../kernel/index.ts';
import { installInBackground } from './install-voice.ts';
import { voiceScene } from './testing/voice-scene.ts';
import { installedFiles } from './voice-folder.ts';

describe('installing the natural voice while the service starts', () => {
  let room: Awaited<ReturnType<typeof voiceScene>>;
  beforeEach(async () => {
    room = await voiceScene();
  });
  afterEach(() => room[Symbol.asyncDispose]());
  const start = () => installInBackground({ ...room.options, log: createLog('silent') });

  it('[SP113] says when the voice is installed, and nothing at the next start', async () => {
    await room.addProgram('pip', room.copyWheel);
    await using _first = start();
    await expect.poll(() => room.said.at(-1)).toBe('The natural voice is installed. New sessions use it.');
    expect(installedFiles(room.folder)).not.toBeNull();
    const before = room.said.length;
    await start()[Symbol.asyncDispose]();
    expect(room.said).toHaveLength(before);
  });

  it('[SP113] a failure is one sentence, and nothing is thrown', async () => {
    await using _install = start();
    await expect
      .poll(() => room.said.at(-1))
      .toMatch(/^The simple voice \(flite\) speaks, because neither pip nor uv .* FILE"\.$/);
  });

  it('[SP113] a service that stops does not wait for pip', async () => {
    await room.addProgram('pip', 'while :; do :; done');
    const install = start();
    await expect.poll(() => room.said.length).toBe(1);
    await install[Symbol.asyncDispose]();
    expect(room.said).toHaveLength(1);
  });
});
