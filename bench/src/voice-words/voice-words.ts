import { readFileSync } from 'node:fs';
import {
  loadEngine,
  naturalSetup,
  naturalSpec,
  type PersonName,
  people,
} from '../../../server/src/speech/index.ts';
import { voiceFolderUnderTest } from '../../../server/src/speech/natural/testing/natural-under-test.ts';
import type { Bench } from '../bench.ts';
import { openRecogniser } from './recogniser.ts';
import { spokenWords, wordErrors } from './word-errors.ts';

const sampleRate = 24_000;
/** Things that voices get wrong: money, dates, times, names, abbreviations, addresses, words with two readings, questions. */
const sentences = readFileSync(new URL('./sentences.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

/**
 * The share of words in fifty sentences that the ears' recogniser gets wrong, for each person of the natural voice.
 * VOICES=mara,jonas measures only these; SHOW=1 prints what was misheard.
 */
export const voiceWordsBench: Bench = async ({ signal, say }) => {
  if (voiceFolderUnderTest === null) throw new Error('The natural voice is not installed.');
  const names = (process.env.VOICES ?? Object.keys(people).join(',')).split(',') as PersonName[];
  const engine = await loadEngine(naturalSetup(voiceFolderUnderTest).folder);
  const recogniser = await openRecogniser();
  const figures: Record<string, number> = {};
  for (const name of names) {
    let [wrong, total] = [0, 0];
    for (const text of sentences) {
      signal.throwIfAborted();
      const pieces: Int16Array[] = [];
      await engine.speak(
        { voice: naturalSpec(name), text, spans: [], isFirst: true, part: 'whole', tailMs: 250 },
        { timing: () => undefined, audio: (samples) => pieces.push(samples), isCancelled: () => false },
      );
      const heard = await recogniser.recognise(toFloats(pieces), sampleRate);
      const [said, understood] = [spokenWords(text), spokenWords(heard)];
      const errors = wordErrors(said, understood);
      wrong += errors;
      total += said.length;
      if (errors > 0 && process.env.SHOW === '1') say(`  ${errors}: ${text} | ${heard}`);
    }
    const share = wrong / total;
    say(`${name.padEnd(8)} ${(100 * share).toFixed(1)} % of ${total} words wrong`);
    figures[`${name}_words_wrong`] = Math.round(10_000 * share) / 10_000;
  }
  figures.worst_words_wrong = Math.max(...Object.values(figures));
  return figures;
};

function toFloats(pieces: readonly Int16Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    for (const sample of piece) {
      all[at] = sample / 32_768;
      at += 1;
    }
  }
  return all;
}
