import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PoolOptions, SpeechPool } from '../../pool/speech-pool.ts';
import { fliteOptions } from '../../testing/flite-under-test.ts';
import { installedPico } from '../pico-package.ts';
import { picoProgram } from '../pico-program.ts';
import { picoRate } from '../pico-voices.ts';

/**
 * The folder with the files of the languages: what PARLEY_PICO_FILES names, or that of the project's own data folder.
 * Null if they are not installed: their tests are then skipped.
 */
export const picoFolderUnderTest: string | null = findFolder();

function findFolder(): string | null {
  const configured = process.env.PARLEY_PICO_FILES ?? '';
  if (configured !== '') return existsSync(join(configured, 'de-DE_ta.bin')) ? configured : null;
  return installedPico(fileURLToPath(new URL('../../../../../data/voices', import.meta.url)));
}

if (picoFolderUnderTest === null) {
  process.stderr.write(
    'The voices for other languages are not installed, so their tests are skipped: run "./parley voice install languages", or set PARLEY_PICO_FILES.\n',
  );
}

export function picoUnderTest(options: Partial<PoolOptions> = {}): SpeechPool {
  return new SpeechPool({
    ...fliteOptions,
    setup: async () => ({ program: await picoProgram(), folder: picoFolderUnderTest ?? '' }),
    sampleRate: picoRate,
    entry: new URL('../worker.ts', import.meta.url),
    threads: 1,
    ...options,
  });
}
