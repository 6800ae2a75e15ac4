import type { Clock, Log } from '../kernel/index.ts';
import { builtInVoice, builtInVoices } from './choice/built-in-voices.ts';
import { VoiceAssignments } from './fallback/voice-with-spare.ts';
import { fliteModule } from './flite/flite-module.ts';
import { createFliteVoice } from './flite/flite-voice.ts';
import { fliteRate } from './flite/flite-voices.ts';
import { createNaturalVoice, naturalSetup, naturalSpec, sampleRate } from './natural/index.ts';
import { hasModel, installedFiles, modelVoices } from './natural/install/index.ts';
import { installedPico } from './pico/pico-package.ts';
import { picoProgram } from './pico/pico-program.ts';
import { createPicoVoice } from './pico/pico-voice.ts';
import { type PicoVoiceName, picoRate } from './pico/pico-voices.ts';
import { SpeechPool } from './pool/speech-pool.ts';
import type { Voice } from './voice.ts';

export type BuiltInSpeechDeps = {
  readonly threads: number;
  /** The folder of installed voices; null if there is none. */
  readonly voiceFolder: string | null;
  isNeeded(): boolean;
  /** A caller got the simple voice because the machine could not keep up. */
  onSpare(): void;
  readonly clock: Clock;
  readonly log: Log;
};

/** The voices that speak inside the service, and their threads. */
export type BuiltInSpeech = AsyncDisposable & {
  /** The simple voice of the same gender. It is always available. */
  simple(account: string, name: string): Voice;
  /** Null if the voice is not installed, or is a simple one. */
  natural(account: string, name: string): Voice | null;
  /** The simple voice of a language. Null if its files are not installed. */
  pico(account: string, name: PicoVoiceName): Voice | null;
  readonly assignments: VoiceAssignments;
  prepareSimple(): void;
  prepareNatural(): void;
};

/** Each thread holds a model and lexicons. */
const maxNaturalThreads = 4;
/** One thread makes the sound of some fifteen listeners. */
const maxPicoThreads = 2;
/** The simple voice starts before the natural one is full, because a crowd must not wait for its threads. */
const prepareSpareAbove = 0.4;
const unitLimitMs = 10_000;
const startLimitMs = 30_000;
const idleMs = 60_000;

export function createBuiltInSpeech(deps: BuiltInSpeechDeps): BuiltInSpeech {
  const { threads, voiceFolder, isNeeded, clock, log } = deps;
  const limits = { limitMs: unitLimitMs, startLimitMs, idleMs, isNeeded, clock, log };
  const flite = new SpeechPool({
    ...limits,
    threads,
    setup: fliteModule,
    sampleRate: fliteRate,
    entry: new URL('./flite/worker.ts', import.meta.url),
  });
  const files = () => (voiceFolder === null ? null : installedFiles(voiceFolder));
  const natural = new SpeechPool({
    ...limits,
    threads: Math.min(threads, maxNaturalThreads),
    async setup() {
      const found = files();
      if (found === null) throw new Error('the natural voice is not installed any more');
      return naturalSetup(found.folder);
    },
    sampleRate,
    entry: new URL('./natural/worker.ts', import.meta.url),
  });
  const pico = new SpeechPool({
    ...limits,
    threads: Math.min(threads, maxPicoThreads),
    async setup() {
      const folder = installedPico(voiceFolder);
      if (folder === null) throw new Error('the voices for other languages are not installed any more');
      return { program: await picoProgram(), folder };
    },
    sampleRate: picoRate,
    entry: new URL('./pico/worker.ts', import.meta.url),
  });

  return {
    pico: (account, name) =>
      installedPico(voiceFolder) === null ? null : createPicoVoice(pico, name, account),
    simple: (account, name) => createFliteVoice(flite, builtInVoice(name).spare, account),
    natural(account, name) {
      const found = files();
      const kind = builtInVoices.get(name)?.kind ?? 'person';
      if (found === null || kind === 'simple') return null;
      const model = modelVoices(found).find((voice) => voice.name === name && hasModel(found, voice));
      if (kind === 'model' && model === undefined) return null;
      return createNaturalVoice(natural, naturalSpec(name, model), account);
    },
    assignments: new VoiceAssignments({
      isFull(listeners) {
        natural.prepareFor(listeners + 1);
        if (natural.load.promised(listeners) > prepareSpareAbove) void flite.prepare();
        return natural.load.isFull(listeners);
      },
      onSpare: deps.onSpare,
      clock,
    }),
    prepareSimple: () => void flite.prepare(),
    prepareNatural: () => void natural.prepare(),
    async [Symbol.asyncDispose]() {
      await Promise.all([flite, pico, natural].map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
}
