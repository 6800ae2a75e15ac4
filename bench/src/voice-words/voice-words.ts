import { readFileSync } from 'node:fs';
import { spokenForm, writtenForms } from '../../../server/src/speech/english/testing/written-forms.ts';
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

type Case = { readonly text: string; readonly said: readonly string[] };

const plain: readonly Case[] = sentences.map((text) => ({ text, said: spokenWords(text) }));

/** Every seventh written form, in a sentence, so that the recogniser has some context. */
const forms: readonly Case[] = writtenForms
  .filter(({ spoken }) => !spoken.includes('](/'))
  .filter((_, index) => index % 7 === 3)
  .slice(0, 60)
  .map(({ written, spoken }) => ({
    text: `The note says: ${written}`,
    said: spokenWords(`The note says: ${spokenForm(spoken)}`),
  }));

/**
 * The share of words that the ears' recogniser gets wrong, for each person of the natural voice: in fifty plain sentences,
 * and in sixty written forms, such as addresses and prices. VOICES=mara,jonas measures only these; TABLE=plain or
 * TABLE=forms only one table; SHOW=1 prints what was misheard.
 */
export const voiceWordsBench: Bench = async ({ signal, say }) => {
  if (voiceFolderUnderTest === null)
    throw new Error('The natural voice is not in DATA_DIR: run "./parley voice install".');
  const names = (process.env.VOICES ?? Object.keys(people).join(',')).split(',') as PersonName[];
  const engine = await loadEngine(naturalSetup(voiceFolderUnderTest).folder);
  const recogniser = await openRecogniser();
  const hear = async (name: PersonName, text: string) => {
    const pieces: Int16Array[] = [];
    await engine.speak(
      { voice: naturalSpec(name), text, spans: [], isFirst: true, part: 'whole', tailMs: 250 },
      { timing: () => undefined, audio: (samples) => pieces.push(samples), isCancelled: () => false },
    );
    return await recogniser.recognise(toFloats(pieces), sampleRate);
  };
  const figures: Record<string, number> = {};
  for (const [table, cases] of Object.entries({ plain, forms })) {
    if (table !== (process.env.TABLE ?? table)) continue;
    for (const name of names) {
      let [wrong, total, right] = [0, 0, 0];
      for (const { text, said } of cases) {
        signal.throwIfAborted();
        const heard = await hear(name, text);
        const errors = wordErrors(said, spokenWords(heard));
        wrong += errors;
        total += said.length;
        if (errors === 0) right += 1;
        else if (process.env.SHOW === '1') say(`  ${errors}: ${text} | ${heard}`);
      }
      const share = wrong / total;
      say(
        `${table} ${name.padEnd(8)} ${(100 * share).toFixed(1)} % of ${total} words wrong, ${right} of ${cases.length} without an error`,
      );
      figures[`${name}_${table}_words_wrong`] = Math.round(10_000 * share) / 10_000;
    }
  }
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
