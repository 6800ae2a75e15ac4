import type { SpeechPool } from '../pool/speech-pool.ts';
import type { UnitRules } from '../units/plan.ts';
import { createUnitVoice } from '../units/unit-voice.ts';
import type { Voice } from '../voice.ts';
import { type PicoVoiceName, picoVoices } from './pico-voices.ts';

/** The program sees the ends of sentences by itself, with the abbreviations of its language. */
export const picoRules: UnitRules<PicoVoiceName> = {
  letters: { sentence: 60, firstClause: 25, clause: 60, most: 160 },
  precision: 'estimated',
  stated: 'ipa',
  languageOf: (voice) => voice,
  hasFirstClause: () => false,
  tailsMs: () => ({ sentence: 250, clause: 90 }),
  requestedVoice: (_, own) => own,
  pitchHz: (voice) => picoVoices[voice].pitchHz,
};

/** A simple voice for another language than American English. */
export const createPicoVoice = (pool: SpeechPool, voice: PicoVoiceName, account: string): Voice =>
  createUnitVoice(pool, voice, picoRules, account);
