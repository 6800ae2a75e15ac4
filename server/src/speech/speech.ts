import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Clock, type Log, Semaphore, systemClock } from '../kernel/index.ts';
import type { OutboundByAccount } from '../outbound/index.ts';
import { createBuiltInSpeech } from './built-in-speech.ts';
import { type ChoiceOf, defaultVoice, type VoiceChoice, type VoiceProvider } from './choice/voice-choice.ts';
import { createCustomVoice, createVoiceEngine, customVoiceModels, readCustomVoice } from './custom/index.ts';
import { findEspeak } from './espeak/espeak-program.ts';
import { createEspeakVoice } from './espeak/espeak-voice.ts';
import { createDeviceVoice } from './fallback/device-voice.ts';
import { createLanguageVoices } from './fallback/language-voices.ts';
import { createVoiceByLanguage } from './fallback/voice-by-language.ts';
import { createVoiceBreakers, createVoiceWithFallback } from './fallback/voice-with-fallback.ts';
import { createVoiceWithSpare } from './fallback/voice-with-spare.ts';
import {
  customVoices,
  espeakVoices,
  type KnownVoice,
  knownBuiltIn,
  knownPico,
  problemWithCustom,
  problemWithModel,
} from './known-voices.ts';
import { voiceSentence, voiceStatus } from './natural/install/index.ts';
import { installedPico, picoProblem } from './pico/pico-package.ts';
import { isPicoVoice } from './pico/pico-voices.ts';
import { withWordList } from './pronunciation/with-word-list.ts';
import type { WordList } from './pronunciation/word-list.ts';
import { AzureConnections } from './providers/azure-connections.ts';
import { providerVoice } from './providers/provider-voice.ts';
import { baseOf } from './script/language-tag.ts';
import { languageName } from './script/readable.ts';
import { SentenceCache } from './sentence-cache.ts';
import { SpeechFailure, type Voice, type VoiceTuning } from './voice.ts';

export type SpeechDeps = {
  /** For the addresses of providers. */
  readonly outbound: OutboundByAccount;
  readonly log: Log;
  /** Threads of the built-in voice. By default one per processor, up to eight. */
  readonly workers?: number | undefined;
  readonly clock?: Clock | undefined;
  /** The program to look for in place of `espeak-ng`. */
  readonly espeakProgram?: string | null | undefined;
  /** The folder of installed voices; null or left out if there is none. */
  readonly voiceFolder?: string | null | undefined;
  /** Whether a client may want to hear something soon. Otherwise an idle built-in voice is unloaded. */
  readonly isNeeded?: (() => boolean) | undefined;
  /** A caller got the simple voice because the machine could not keep up with the natural one. */
  readonly onSpare?: (() => void) | undefined;
};

type BuiltInPair = { readonly simple: Voice; readonly natural: Voice | null };

/** What else the voice of a session has. */
type SessionVoice = {
  /** Voices by the language that they are chosen for. */
  readonly chosen?: ReadonlyMap<string, VoiceChoice>;
  readonly wordList?: WordList | null;
};

export type Speech = AsyncDisposable & {
  /** Null if the service cannot speak with it: a device's own voice, a missing program, or a missing key. */
  voiceFor(
    account: string,
    choice: VoiceChoice,
    key?: string | null,
    wordList?: WordList | null,
  ): Voice | null;
  /**
   * The voice of a session, with the built-in voice as its fallback. It speaks each sentence in its language: with the
   * chosen voice of that language if there is one.
   */
  reliableVoice(account: string, choice: VoiceChoice, key?: string | null, more?: SessionVoice): Voice;
  /** The voice of this machine for a language, or why there is none. */
  languageVoice(account: string, language: string, wordList?: WordList | null): Voice | string;
  /** Why a voice is not available on this machine, or null if it is. */
  problemWith(choice: VoiceChoice): string | null;
  voices(): readonly KnownVoice[];
  /** Why a provider has no voices on this machine, or not its best ones; null if it has them. */
  unavailableReason(provider: VoiceProvider): string | null;
};

const maxThreads = 8;
/** Clients wait up to five seconds for sound before they show the words without it. */
const firstSoundMs = 4_000;
const cacheBytes = 32 * 1_024 * 1_024;

export async function createSpeech(deps: SpeechDeps): Promise<Speech> {
  const { outbound, log, clock = systemClock } = deps;
  const voiceFolder = deps.voiceFolder ?? null;
  const builtIn = createBuiltInSpeech({
    threads: Math.max(1, deps.workers ?? Math.min(maxThreads, availableParallelism())),
    voiceFolder,
    isNeeded: deps.isNeeded ?? (() => false),
    onSpare: deps.onSpare ?? (() => undefined),
    clock,
    log,
  });
  const cache = new SentenceCache(cacheBytes);
  const breakers = createVoiceBreakers(clock);

  const espeak = deps.espeakProgram === null ? null : await findEspeak(deps.espeakProgram);
  const programs = new Semaphore({ limit: 2 * availableParallelism(), maxWaiting: 1_000 });
  const azure = new AzureConnections(outbound);
  const customEngine = voiceFolder === null ? null : createVoiceEngine(voiceFolder);
  if (espeak !== null) log.info({ voices: espeak.voices.length }, 'espeak-ng is installed and can be used');

  function plainVoice(account: string, choice: VoiceChoice, key: string | null): Voice | null {
    switch (choice.provider) {
      case 'built-in':
      case 'device':
        return null;
      case 'pico':
        return isPicoVoice(choice.voice) ? builtIn.pico(account, choice.voice) : null;
      case 'own':
        return customVoice(account, choice.voice);
      case 'espeak':
        if (espeak === null) return null;
        return createEspeakVoice({ program: espeak.program, voice: choice.voice, programs, account });
      default:
        return providerVoice({ outbound: outbound.forAccount(account), account, azure }, choice, key);
    }
  }

  function customVoice(account: string, voice: string): Voice | null {
    const { name, speaker } = readCustomVoice(voice) ?? { name: '', speaker: 0 };
    const model = customVoiceModels.read(voiceFolder, name);
    if (model === null || customEngine === null) return null;
    return createCustomVoice({ engine: customEngine, model, speaker, account });
  }

  /** What a voice sounds like, and whether it works, depends on its key, or on which model has its name now. */
  function secretOrModel(choice: VoiceChoice, key: string | null): string | null {
    if (choice.provider !== 'own') return key;
    return customVoiceModels.read(voiceFolder, readCustomVoice(choice.voice)?.name ?? '')?.addedAt ?? null;
  }

  function cached(voice: Voice, choice: VoiceChoice, key: string | null): Voice {
    return cache.caching(fingerprint(choice, key), withTuning(voice, choice));
  }

  /** The natural voice if it is installed, with the simple one for callers that it has no room for. */
  function builtInVoiceFor(account: string, choice: ChoiceOf<'built-in'>): BuiltInPair {
    const simple = cached(builtIn.simple(account, choice.voice), choice, 'simple');
    const natural = builtIn.natural(account, choice.voice);
    if (natural === null) return { simple, natural: null };
    const main = cached(natural, choice, 'natural');
    return { simple, natural: createVoiceWithSpare(main, simple, builtIn.assignments) };
  }

  function voiceFor(account: string, choice: VoiceChoice, key: string | null = null): Voice | null {
    if (choice.provider === 'built-in') {
      const { simple, natural } = builtInVoiceFor(account, choice);
      return natural ?? simple;
    }
    const voice = plainVoice(account, choice, key);
    return voice === null ? null : cached(voice, choice, secretOrModel(choice, key));
  }

  function reliableBuiltIn(account: string, choice: ChoiceOf<'built-in'>): Voice {
    const { simple, natural } = builtInVoiceFor(account, choice);
    if (natural === null) return { ...simple, prepare: builtIn.prepareSimple };
    // No breaker: our own failed threads are replaced, and a crowd delays one sentence, not the next half minute.
    const voice = createVoiceWithFallback({
      main: natural,
      fallback: simple,
      firstSoundMs,
      breakers: null,
      name: '',
      onFallback({ caller }) {
        if (caller !== undefined) builtIn.assignments.fellBack(caller);
      },
    });
    return { ...voice, prepare: builtIn.prepareNatural };
  }

  function reliable(account: string, choice: VoiceChoice, key: string | null): Voice {
    if (choice.provider === 'built-in') return reliableBuiltIn(account, choice);
    const fallback = createVoiceByLanguage({
      main: builtIn.simple(account, defaultVoice.voice),
      language: 'en',
      voiceFor: (...wanted) => languages.voiceFor(account, ...wanted),
      hintFor: languages.hintFor,
    });
    if (choice.provider === 'device')
      return { ...createDeviceVoice(choice, fallback), prepare: builtIn.prepareSimple };
    const main = voiceFor(account, choice, key) ?? missingVoice(choice);
    const name = fingerprint(choice, secretOrModel(choice, key));
    return createVoiceWithFallback({ main, fallback, firstSoundMs, breakers, name });
  }

  const languages = createLanguageVoices({
    voiceFolder,
    espeak,
    voiceFor: (account, choice) => voiceFor(account, choice),
    english: (account) => reliableBuiltIn(account, defaultVoice),
  });

  const unavailableReason = (provider: VoiceProvider): string | null => {
    if (provider === 'espeak' && espeak === null)
      return 'espeak-ng is not installed on this machine. Install it, then restart the service.';
    if (provider === 'own' && customVoiceModels.all(voiceFolder).length === 0)
      return 'No model is installed on this machine. docs/voices.md says how to add a Piper or Kokoro model.';
    if (provider === 'pico') return picoProblem(voiceFolder);
    if (provider !== 'built-in') return null;
    const status = voiceStatus(voiceFolder);
    return status.state === 'installed' ? null : voiceSentence(status);
  };

  return {
    voiceFor(account, choice, key = null, wordList = null) {
      const voice = voiceFor(account, choice, key);
      return voice && withWordList(voice, wordList, languages.languageOf(choice));
    },
    reliableVoice(account, choice, key = null, { chosen = new Map(), wordList = null } = {}) {
      const language = languages.languageOf(choice);
      const main = reliable(account, chosen.get(baseOf(language ?? '')) ?? choice, key);
      if (language === null && chosen.size === 0) return withWordList(main, wordList, null);
      const voice = createVoiceByLanguage({
        main,
        language: language ?? '',
        voiceFor(wanted, sentence) {
          const other = chosen.get(wanted);
          if (other !== undefined) return reliable(account, other, key);
          return language === null ? main : languages.voiceFor(account, wanted, sentence);
        },
        hintFor: languages.hintFor,
      });
      return withWordList(voice, wordList, language);
    },
    languageVoice(account, language, wordList = null) {
      const voice = languages.voiceFor(account, baseOf(language), { markup: '', text: '' });
      if (voice !== null) return withWordList(voice, wordList, language);
      return `There is no voice for ${languageName(language)} on this machine. ${languages.hintFor(baseOf(language))}`;
    },
    unavailableReason,
    problemWith(choice) {
      if (choice.provider === 'built-in') return problemWithModel(choice.voice, voiceFolder);
      if (choice.provider === 'pico') return picoProblem(voiceFolder);
      if (choice.provider === 'own') return problemWithCustom(choice.voice, voiceFolder);
      if (choice.provider !== 'espeak') return null;
      if (espeak === null) return unavailableReason('espeak');
      const [language = ''] = choice.voice.split('+');
      return espeak.voices.some(({ name }) => name.toLowerCase() === language.toLowerCase())
        ? null
        : `espeak-ng has no voice "${language}".`;
    },
    voices: () => [
      ...knownBuiltIn(voiceFolder),
      ...knownPico(installedPico(voiceFolder) !== null),
      ...customVoices(voiceFolder),
      ...espeakVoices(espeak),
    ],
    async [Symbol.asyncDispose]() {
      await Promise.all([builtIn, azure, customEngine].map((part) => part?.[Symbol.asyncDispose]()));
    },
  };
}

/** A voice that was available when it was chosen, but is not any more. */
function missingVoice({ provider }: VoiceChoice): Voice {
  const reason = {
    'built-in': 'It is not installed.',
    pico: 'Its files are not installed.',
    own: 'Its model is not on this machine.',
    device: 'This client has no voices of its own.',
    espeak: 'espeak-ng is not installed on this machine.',
    openai: 'Its settings are not complete.',
    azure: 'Its key or its region is missing.',
    elevenlabs: 'Its key is missing.',
    google: 'Its key is missing.',
  }[provider];
  return {
    // biome-ignore lint/correctness/useYield: it fails before it says anything
    async *speak() {
      throw new SpeechFailure('voice', `The voice "${provider}" cannot be used: ${reason}`);
    },
  };
}

function withTuning(voice: Voice, { rate, pitch = 1 }: { rate: number; pitch?: number }): Voice {
  if (rate === 1 && pitch === 1) return voice;
  const tuning: VoiceTuning = { rate, pitch };
  return { speak: (sentence, signal) => voice.speak({ ...sentence, tuning }, signal) };
}

/** It contains the key: accounts with the same voice and different keys must not share sound that one has paid for. */
function fingerprint(choice: VoiceChoice, key: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([choice, key]))
    .digest('base64');
}
