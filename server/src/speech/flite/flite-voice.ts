import type { SpeechPool } from '../pool/speech-pool.ts';
import type { UnitRules } from '../units/plan.ts';
import { createUnitVoice } from '../units/unit-voice.ts';
import type { Voice } from '../voice.ts';
import { type FliteVoiceName, fliteVoices, requestedVoice } from './flite-voices.ts';

/** The first unit is short, so that it can be heard soon. Further units may be longer, because it plays meanwhile. */
export const fliteRules: UnitRules<FliteVoiceName> = {
  letters: { sentence: 0, firstClause: 25, clause: 60, most: 160 },
  precision: 'exact',
  stated: 'english',
  languageOf: () => 'en',
  hasFirstClause: () => false,
  tailsMs: () => ({ sentence: 250, clause: 90 }),
  requestedVoice,
  pitchHz: (voice) => fliteVoices[voice].pitchHz,
};

/** The simple built-in voice: English, without a neural network. */
export const createFliteVoice = (pool: SpeechPool, voice: FliteVoiceName, account: string): Voice =>
  createUnitVoice(pool, voice, fliteRules, account);
