import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../kernel/index.ts';
import { type PoolOptions, SpeechPool } from '../../pool/speech-pool.ts';
import { quiet } from '../../testing/flite-under-test.ts';
import { installedFiles } from '../install/index.ts';
import { naturalSetup } from '../setup.ts';
import { sampleRate } from '../wave/frames.ts';

/**
 * The folder with the files of the natural voice: what PARLEY_VOICE_FILES names, or the voice where the service looks for
 * it. Null if it is not installed: its tests are then skipped.
 */
export const voiceFolderUnderTest: string | null = findFolder();

function findFolder(): string | null {
  const configured = process.env.PARLEY_VOICE_FILES;
  if (configured !== undefined && configured !== '')
    return existsSync(join(configured, 'hibari.onnx')) ? configured : null;
  const root = fileURLToPath(new URL('../../../../../', import.meta.url));
  const voices = process.env.VOICE_FOLDER || join(process.env.DATA_DIR || 'data', 'voices');
  return installedFiles(resolve(root, voices))?.folder ?? null;
}

if (voiceFolderUnderTest === null) {
  process.stderr.write(
    'The natural voice is not installed, so its tests are skipped: run "./parley voice install", or set PARLEY_VOICE_FILES.\n',
  );
}

export function naturalUnderTest(options: Partial<PoolOptions> = {}): SpeechPool {
  return new SpeechPool({
    setup: async () => naturalSetup(voiceFolderUnderTest ?? ''),
    entry: new URL('../worker.ts', import.meta.url),
    sampleRate,
    threads: 1,
    limitMs: 60_000,
    startLimitMs: 60_000,
    idleMs: 600_000,
    isNeeded: () => false,
    clock: systemClock,
    log: quiet,
    ...options,
  });
}
