import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sizeOf } from './package-folder.ts';
import { megabytesOf, type PinnedPackage } from './pinned-package.ts';

const everyMs = 1_000;

/** Reports each quarter of the download, by the size of the folder: pip shows its progress only on terminals. */
export function watchProgress(
  folder: string,
  wanted: PinnedPackage,
  say: (text: string) => void,
): Disposable {
  let quarters = 0;
  const look = () => {
    const bytes = bytesIn(folder);
    const reached = Math.min(3, Math.floor((4 * bytes) / wanted.bytes));
    if (reached <= quarters) return;
    quarters = reached;
    say(
      `Fetching ${wanted.title}: ${megabytesOf({ bytes: Math.min(bytes, wanted.bytes) })} of ${megabytesOf(wanted)} MB.`,
    );
  };
  const timer = setInterval(look, everyMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function bytesIn(folder: string): number {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.reduce((sum, name) => sum + (sizeOf(join(folder, name)) ?? 0), 0);
  } catch {
    // Pip removed a file meanwhile.
    return 0;
  }
}
