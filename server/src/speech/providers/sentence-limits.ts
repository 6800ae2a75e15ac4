import type { Sentence } from '../voice.ts';

/** The time that a voice server has to send a sentence. Its answer is read no faster than it is spoken. */
export const mostSentenceMs = 240_000;
const mostPausesMs = 40_000;
/** Slow speech takes a fifth of that, and a slowly spelled digit takes half of it. */
const mostCharacterMs = 1_000;

/** The most sound that a voice server may send for a sentence. */
export const mostSpeechMs = ({ text }: Pick<Sentence, 'text'>): number =>
  Math.min(mostSentenceMs, mostPausesMs + text.length * mostCharacterMs);
