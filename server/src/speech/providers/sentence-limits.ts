import type { Sentence } from '../voice.ts';

/** The time that a voice server has to send a sentence. Its answer is read no faster than it is spoken. */
export const maxSentenceMs = 240_000;
const maxPausesMs = 40_000;
/** Slow speech takes a fifth of that, and a slowly spelled digit takes half of it. */
const maxCharacterMs = 1_000;

/** The most sound that a voice server may send for a sentence. */
export const maxSpeechMs = ({ text }: Pick<Sentence, 'text'>): number =>
  Math.min(maxSentenceMs, maxPausesMs + text.length * maxCharacterMs);
