import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Clock, type Log, systemClock } from '../kernel/index.ts';
import type { Outbound } from '../outbound/index.ts';
import { type EspeakProgram, findEspeak, isEspeakName } from './espeak/espeak-program.ts';
import { createEspeakVoice } from './espeak/espeak-voice.ts';
import { Turnstile } from './espeak/turnstile.ts';
import { fliteModule } from './flite/flite-module.ts';
import { createFliteVoice } from './flite/flite-voice.ts';
import { FlitePool } from './flite/pool.ts';
import { fliteVoices, isFliteVoice } from './flite/speech-unit.ts';
import { AzureConnections } from './providers/azure-connections.ts';
import { providerVoice, type VoiceSettings } from './providers/provider-voice.ts';
import { SentenceCache } from './sentence-cache.ts';
import type { Voice } from './voice.ts';
import { parseVoiceName, type VoiceKind } from './voice-name.ts';

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
  /** The program to look for in place of `espeak-ng`. */
  readonly espeakProgram?: string | undefined;
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
const START_LIMIT_MS = 30_000;
const CACHE_BYTES = 32 * 1_024 * 1_024;

export async function createSpeech(needs: SpeechNeeds): Promise<Speech> {
  const { outbound, log, clock = systemClock } = needs;
  const flite = new FlitePool({
    module: fliteModule,
    entry: new URL('./flite/worker.ts', import.meta.url),
    threads: Math.max(1, needs.workers ?? Math.min(MOST_THREADS, availableParallelism())),
    limitMs: UNIT_LIMIT_MS,
    startLimitMs: START_LIMIT_MS,
    clock,
    log,
  });
  const cache = new SentenceCache(CACHE_BYTES);

  const espeak = await findEspeak(needs.espeakProgram);
  const turnstile = new Turnstile(availableParallelism());
  const azure = new AzureConnections(outbound);
  const known = [...builtInVoices, ...espeakVoices(espeak)];
  if (espeak !== null) log.info({ voices: espeak.voices.length }, 'espeak-ng is installed and can be used');

  function plainVoice(name: string, settings: VoiceSettings): Voice | null {
    const parsed = parseVoiceName(name);
    if (parsed === null) return null;
    const { kind, voice } = parsed;
    switch (kind) {
      case 'flite':
        return isFliteVoice(voice) ? createFliteVoice(flite, voice) : null;
      case 'espeak':
        if (espeak === null || !isEspeakName(voice)) return null;
        return createEspeakVoice({ program: espeak.program, voice, turnstile });
      default:
        return providerVoice({ outbound, azure }, kind, voice, settings);
    }
  }

  return {
    voiceFor(name, settings = {}) {
      const voice = plainVoice(name, settings);
      return voice === null ? null : cache.remembering(`${name}\n${fingerprint(settings)}`, voice);
    },
    voices: () => known,
    warm: () => flite.warm(),
    async [Symbol.asyncDispose]() {
      await Promise.all([flite[Symbol.asyncDispose](), azure[Symbol.asyncDispose]()]);
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

function espeakVoices(espeak: EspeakProgram | null): KnownVoice[] {
  return (espeak?.voices ?? []).map(({ name, language, gender, about }) => ({
    name: `espeak:${name}`,
    kind: 'espeak',
    language,
    gender,
    about,
  }));
}

/** Two accounts with one voice name and different keys must not share what they pay for. */
function fingerprint({ url, key, model, region }: VoiceSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([url, key, model, region]))
    .digest('base64');
}
