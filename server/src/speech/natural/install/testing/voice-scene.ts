import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstallOptions } from '../install-voice.ts';
import { makeWheel } from './make-wheel.ts';

/** A folder for voices, a wheel, and a folder of programs that is the whole PATH. */
export async function voiceScene(wheelContent = makeWheel()) {
  const root = await mkdtemp(join(tmpdir(), 'parley-voice-'));
  const [folder, programs, wheel] = ['voices', 'programs', 'carried.whl'].map((name) => join(root, name));
  if (folder === undefined || programs === undefined || wheel === undefined) throw new Error('no paths');
  await mkdir(programs);
  await writeFile(wheel, wheelContent.bytes);
  const said: string[] = [];
  const options: InstallOptions = {
    folder,
    env: { PATH: programs, SECRET_KEY: 'not for pip', PIP_INDEX_URL: 'https://index.example/' },
    signal: new AbortController().signal,
    onProgress: (text) => void said.push(text),
    pin: wheelContent.pin,
  };
  return {
    root,
    folder,
    wheel,
    said,
    options,
    /** Adds a shell script to the PATH. `$dest` is the folder in which the wheel is expected. */
    async addProgram(name: string, ...lines: string[]) {
      const findDest = 'while [ $# -gt 0 ]; do if [ "$1" = --dest ]; then dest=$2; fi; shift; done';
      const file = join(programs, name);
      await writeFile(file, ['#!/bin/sh', `all="$*"`, findDest, ...lines, ''].join('\n'));
      await chmod(file, 0o755);
    },
    /** Copies the wheel in the way pip does. */
    copyWheel: `/bin/cp ${wheel} $dest/hibari_tts-0.2.1-py3-none-any.whl`,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
