import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Deletes the files of onnxruntime-node for other platforms: 240 of its 288 MB. */
export const pruneRuntime = (root, { platform, arch } = process) => {
  const binaries = join(root, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
  for (const system of foldersIn(binaries)) {
    if (system !== platform) rmSync(join(binaries, system), { recursive: true, force: true });
    else
      for (const kind of foldersIn(join(binaries, system)))
        if (kind !== arch) rmSync(join(binaries, system, kind), { recursive: true, force: true });
  }
};

const foldersIn = (folder) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  pruneRuntime(fileURLToPath(new URL('../../..', import.meta.url)));
}
