import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packagePaths } from '../../../pip-packages/index.ts';
import { hibariPackage } from './hibari-package.ts';
import { installNaturalVoice, removeNaturalVoice } from './install-voice.ts';
import { makeWheel, makeZip, pinOf } from './testing/make-wheel.ts';
import { voiceScene } from './testing/voice-scene.ts';
import { installedFiles } from './voice-folder.ts';
import { voiceSentence, voiceStatus } from './voice-status.ts';

describe('installing the natural voice', () => {
  let room: Awaited<ReturnType<typeof voiceScene>>;
  beforeEach(async () => {
    room = await voiceScene();
  });
  afterEach(() => room[Symbol.asyncDispose]());

  const sentence = () => voiceSentence(voiceStatus(room.folder));
  const leftovers = async () =>
    (await readdir(packagePaths(room.folder, hibariPackage).base)).filter((name) => name !== '0.2.1');

  it.each([['pip'], ['pip3'], ['python3'], ['uvx'], ['uv']])('[SP110] by %s', async (program) => {
    await room.addProgram(program, room.copyWheel);
    expect(await installNaturalVoice(room.options)).toBe('installed');
    const files = installedFiles(room.folder);
    expect(await readFile(files?.file('LICENSE') ?? '', 'utf8')).toContain('this is LICENSE');
    expect((await readdir(files?.folder ?? '')).sort()).toEqual(
      [...hibariPackage.keptFiles.values(), 'installed.json'].sort(),
    );
    expect(await leftovers()).toEqual([]);
    expect(room.said[0]).toContain('Fetching the natural voice (');
    expect(sentence()).toBe('The natural voice is installed (hibari 0.2.1).');
  });

  it('[SP110] the program is asked for the pinned version and does not get the secrets of the service', async () => {
    const log = join(room.root, 'log');
    await room.addProgram('pip', room.copyWheel, `echo "$all [$SECRET_KEY] [$PIP_INDEX_URL]" > ${log}`);
    await installNaturalVoice(room.options);
    const said = await readFile(log, 'utf8');
    expect(said).toMatch(/^download --no-deps .* hibari-tts==0\.2\.1 \[\] \[https:\/\/index\.example\/\]\n$/);
  });

  it('[SP110] the password of the proxy reaches the program by its environment, not by its arguments', async () => {
    const log = join(room.root, 'log');
    const proxy = 'http://me:hidden@proxy.example:3128';
    await room.addProgram(
      'pip',
      room.copyWheel,
      `echo "$all [$PIP_PROXY] [$HTTPS_PROXY] [$OUTBOUND_PROXY]" > ${log}`,
    );
    const env = { ...room.options.env, OUTBOUND_PROXY: proxy };
    await installNaturalVoice({ ...room.options, env, proxy });
    const [args = '', ...variables] = (await readFile(log, 'utf8')).trim().split(/ (?=\[)/);
    expect(args).toMatch(/^download .* hibari-tts==0\.2\.1$/);
    expect(args).not.toContain('hidden');
    expect(variables).toEqual([`[${proxy}]`, `[${proxy}]`, '[]']);
  });

  it('[SP110] a program without pip is skipped', async () => {
    await room.addProgram('pip', 'exit 127');
    await room.addProgram('python3', 'echo "/usr/bin/python3: No module named pip" >&2', 'exit 1');
    await room.addProgram('uvx', room.copyWheel);
    expect(await installNaturalVoice(room.options)).toBe('installed');
  });

  it('[SP110] from a wheel that the operator copied to the machine, which stays where it is', async () => {
    expect(await installNaturalVoice({ ...room.options, wheel: room.wheel })).toBe('installed');
    expect(pinOf(await readFile(room.wheel))).toEqual(room.options.pin);
    expect(await installNaturalVoice({ ...room.options, wheel: room.wheel })).toBe('already there');
  });

  it('[SP112] two installations at the same time fetch once', async () => {
    const log = join(room.root, 'log');
    await room.addProgram('pip', `echo fetched >> ${log}`, room.copyWheel);
    const outcomes = await Promise.all([1, 2, 3].map(() => installNaturalVoice(room.options)));
    expect(outcomes.sort()).toEqual(['already there', 'already there', 'installed']);
    expect(await readFile(log, 'utf8')).toBe('fetched\n');
  });

  it('[SP112] files of a killed process are removed, and its lock does not count', async () => {
    const { base, lock } = packagePaths(room.folder, hibariPackage);
    await mkdir(join(base, '.new-killed'), { recursive: true });
    await writeFile(lock, '4194305');
    await installNaturalVoice({ ...room.options, wheel: room.wheel });
    expect(await leftovers()).toEqual([]);
  });

  it('[SP112] a voice with a damaged file counts as missing and is installed again', async () => {
    await installNaturalVoice({ ...room.options, wheel: room.wheel });
    await writeFile(join(packagePaths(room.folder, hibariPackage).files, 'vocab.json'), 'cut');
    expect(installedFiles(room.folder)).toBeNull();
    expect(sentence()).toContain('because files of the natural voice are damaged. Run "');
    expect(await installNaturalVoice({ ...room.options, wheel: room.wheel })).toBe('installed');
  });

  it('[SP113] without pip it says so, and what to do', async () => {
    await expect(installNaturalVoice(room.options)).rejects.toThrow('neither pip nor uv is on this machine');
    expect(sentence()).toMatch(
      /^The simple voice \(flite\) speaks, because neither pip nor uv is on this machine.*Install pip and start.*voice install FILE"\.$/,
    );
  });

  it.each<[string, readonly string[], RegExp]>([
    [
      'without a network',
      ['echo "WARNING: Retrying (Retry(total=1)) after connection broken" >&2', 'exit 1'],
      /^pip could not reach the package index$/,
    ],
    [
      'on a full disk',
      ['echo "OSError: [Errno 28] No space left on device"', 'exit 2'],
      /^the disk is full$/,
    ],
    [
      'where pip refuses',
      ['echo "ERROR: No matching one."', 'exit 1'],
      /fetch the natural voice \(No matching one\)$/,
    ],
    ['where pip brings nothing', ['exit 0'], /^there is no file .*whl$/],
    [
      'where the file is cut off',
      ['echo x > $dest/hibari_tts-0.2.1-py3-none-any.whl'],
      /^the wheel has 2 bytes/,
    ],
  ])('[SP113] %s it says so, and keeps the reason', async (_what, lines, reason) => {
    await room.addProgram('pip', ...lines);
    await expect(installNaturalVoice(room.options)).rejects.toThrow(reason);
    expect(voiceStatus(room.folder)).toMatchObject({
      state: 'missing',
      reason: expect.stringMatching(reason),
    });
    expect(await leftovers()).toEqual(['problem.json']);
  });

  it('[SP111] a wheel with another content is refused, whatever its size', async () => {
    const { bytes } = makeWheel();
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    await writeFile(room.wheel, bytes);
    const install = installNaturalVoice({ ...room.options, wheel: room.wheel });
    await expect(install).rejects.toThrow('another checksum');
    expect(installedFiles(room.folder)).toBeNull();
  });

  it('[SP111] a wheel in which a file is missing is refused', async () => {
    const bytes = makeZip(new Map([['hibari/assets/vocab.json', Buffer.from('{}')]]));
    await writeFile(room.wheel, bytes);
    const install = installNaturalVoice({ ...room.options, wheel: room.wheel, pin: pinOf(bytes) });
    await expect(install).rejects.toThrow('"hibari/assets/hibari.onnx" is missing');
  });

  it('[SP113] a folder that cannot be created is a failure with its reason', async () => {
    await writeFile(room.folder, 'a file');
    await expect(installNaturalVoice(room.options)).rejects.toThrow('a part of the path is a file');
  });

  it('[SP113] a stop ends pip and leaves nothing behind', async () => {
    const stop = new AbortController();
    const started = join(room.root, 'started');
    await room.addProgram('pip', `echo $$ > ${started}`, 'while :; do :; done');
    const install = installNaturalVoice({ ...room.options, signal: stop.signal });
    await expect.poll(() => readFile(started, 'utf8').catch(() => '')).toMatch(/^\d+\n$/);
    stop.abort();
    await expect(install).rejects.toThrow('stopped');
    const pid = Number(await readFile(started, 'utf8'));
    await expect.poll(() => isThere(pid)).toBe(false);
    expect(await leftovers()).toEqual([]);
  });

  it('[SP110] it can be removed', async () => {
    await installNaturalVoice({ ...room.options, wheel: room.wheel });
    expect(await removeNaturalVoice(room.folder)).toBe(true);
    expect(sentence()).toContain('because the natural voice is not installed. Run "./parley');
    expect(await removeNaturalVoice(room.folder)).toBe(false);
    expect(await leftovers()).toEqual([]);
  });
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
