import { createLog, systemClock } from '../../kernel/index.ts';
import { fliteModule } from '../flite/flite-module.ts';
import { fliteRate } from '../flite/flite-voices.ts';
import { type PoolOptions, SpeechPool } from '../pool/speech-pool.ts';

export const quiet = createLog('silent');

export const fliteOptions: PoolOptions = {
  setup: fliteModule,
  sampleRate: fliteRate,
  entry: new URL('../flite/worker.ts', import.meta.url),
  threads: 2,
  limitMs: 30_000,
  startLimitMs: 30_000,
  idleMs: 600_000,
  isNeeded: () => false,
  clock: systemClock,
  log: quiet,
};

export const fliteUnderTest = (options: Partial<PoolOptions> = {}): SpeechPool =>
  new SpeechPool({ ...fliteOptions, ...options });
