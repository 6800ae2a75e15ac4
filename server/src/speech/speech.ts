import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Clock, type Log, systemClock } from '../kernel/index.ts';
import type { Outbound } from '../outbound/index.ts';
import { fliteModule } from './flite/flite-module.ts';
import { createFliteVoice } from './flite/flite-voice.ts';
import { FlitePool } from './flite/pool.ts';
import { fliteVoices, isFliteVoice } from './flite/speech-unit.ts';
import { SentenceCache } from './sentence-cache.ts';
import type { Voice } from './voice.ts';
import { parseVoiceName, type VoiceKind } from './voice-name.ts';

/** What an account sets for the voice of its avatar, beside its name. */
export type VoiceSettings = {
  /** The address of the voice server; where a provider has one of its own, it may be left out. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly model?: string | undefined;
  /** Of Azure, such as `westeurope`, in place of an address. */
  readonly region?: string | undefined;
};

/** A voice that is there without any settings. */
export type KnownVoice = {
  readonly name: string;
  readonly kind: VoiceKind;
  readonly language: string;
  readonly gender: 'female' | 'male' | null;
  readonly about: string;
};

export type SpeechNeeds = {
  /** For the addresses of providers. */
  readonly outbound: Outbound;
  readonly log: Log;
  /** Threads of the built-in voice; as many as there are processors, up to eight, if left out. */
  readonly workers?: number | undefined;
  readonly clock?: Clock | undefined;
};

export type Speech = AsyncDisposable & {
  /** The empty name is the built-in voice. Null where there is no such voice, or its settings lack something. */
  voiceFor(name: string, settings?: VoiceSettings): Voice | null;
  voices(): readonly KnownVoice[];
  /** Starts the threads of the built-in voice, so that the first sentence need not wait for them. */
  warm(): Promise<void>;
};

const MOST_THREADS = 8;
const UNIT_LIMIT_MS = 10_000;
const CACHE_BYTES = 32 * 1_024 * 1_024;

export async function createSpeech(needs: SpeechNeeds): Promise<Speech> {
  const { log, clock = systemClock } = needs;
  const flite = new FlitePool({
    module: fliteModule,
    entry: new URL('./flite/worker.ts', import.meta.url),
    threads: Math.max(1, needs.workers ?? Math.min(MOST_THREADS, availableParallelism())),
    limitMs: UNIT_LIMIT_MS,
    clock,
    log,
  });
  const cache = new SentenceCache(CACHE_BYTES);

  function plainVoice(name: string, _settings: VoiceSettings): Voice | null {
    const parsed = parseVoiceName(name);
    if (parsed === null) return null;
    const { kind, voice } = parsed;
    switch (kind) {
      case 'flite':
        return isFliteVoice(voice) ? createFliteVoice(flite, voice) : null;
      default:
        return null;
    }
  }

  return {
    voiceFor(name, settings = {}) {
      const voice = plainVoice(name, settings);
      return voice === null ? null : cache.remembering(`${name}\n${fingerprint(settings)}`, voice);
    },
    voices: () => builtInVoices,
    warm: () => flite.warm(),
    async [Symbol.asyncDispose]() {
      await flite[Symbol.asyncDispose]();
    },
  };
}

const builtInVoices: readonly KnownVoice[] = Object.entries(fliteVoices).map(([name, voice]) => ({
  name: `flite:${name}`,
  kind: 'flite',
  language: voice.language,
  gender: voice.gender,
  about: voice.about,
}));

/** Two accounts with one voice name and different keys must not share what they pay for. */
function fingerprint({ url, key, model, region }: VoiceSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([url, key, model, region]))
    .digest('base64');
}
