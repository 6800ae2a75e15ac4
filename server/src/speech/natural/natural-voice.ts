import type { SpeechPool } from '../pool/speech-pool.ts';
import type { UnitRules } from '../units/plan.ts';
import { createUnitVoice } from '../units/unit-voice.ts';
import type { Voice } from '../voice.ts';
import { mayHaveClauses } from './clause/clauses.ts';
import { modelHz } from './clause/melody.ts';
import { type NaturalVoiceSpec, requestedVoice } from './people/spec.ts';

export const naturalRules: UnitRules<NaturalVoiceSpec> = {
  letters: { sentence: 130, firstClause: 130, clause: 130, most: 260 },
  precision: 'exact',
  stated: 'english',
  languageOf: () => 'en',
  hasFirstClause: mayHaveClauses,
  tailsMs: ({ shape }) => ({ sentence: 330 * shape.pauses, clause: 200 * shape.pauses }),
  requestedVoice,
  pitchHz: ({ shape }) => modelHz * shape.pitch,
};

/** A natural voice: English, by a neural network. */
export const createNaturalVoice = (pool: SpeechPool, spec: NaturalVoiceSpec, account: string): Voice =>
  createUnitVoice(pool, spec, naturalRules, account);
