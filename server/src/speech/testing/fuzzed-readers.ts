import { speechText } from '@parley/protocol';
import { checkPronunciations, longestSound, readPronunciationTable } from '@parley/protocol/pronunciations';
import type { Readers } from '../../testing/hostile-text/index.ts';
import { fliteRules } from '../flite/flite-voice.ts';
import { readUnit } from '../flite/read-unit.ts';
import { naturalRules } from '../natural/natural-voice.ts';
import { naturalSpec } from '../natural/people/spec.ts';
import { picoText } from '../pico/pico-text.ts';
import { picoRules } from '../pico/pico-voice.ts';
import { createWordList } from '../pronunciation/word-list.ts';
import { azureSsml } from '../providers/azure-ssml.ts';
import { readScript } from '../script/script.ts';
import { partsOf } from '../script/spoken-parts.ts';
import { withWeights } from '../timing/estimator.ts';
import { planSpeech } from '../units/plan.ts';
import { statedPhones } from '../units/stated-phones.ts';

/** Words that hostile texts begin with, and never end. */
const listed = createWordList(
  ['a '.repeat(29), '. '.repeat(28), 'é'.repeat(50), '中'.repeat(50), '<'.repeat(50)].flatMap((text) => [
    { word: `${text}x`, respelling: 'x' },
    { word: `${text.slice(0, 2)}y`, ipa: 'x' },
  ]),
  [{ word: 'a', respelling: 'b' }],
);

const scriptOf = (text: string) => readScript({ markup: text, text: speechText(text) });

/** What prepares sentences for voices in the thread of the service. */
export const speechReaders: Readers = {
  readScript: scriptOf,
  'the plan of flite': (text) =>
    planSpeech(scriptOf(text), 'slt', fliteRules).map((step) =>
      step.kind === 'speech' ? readUnit(step.unit) : null,
    ),
  'the plan of the natural voice': (text) => planSpeech(scriptOf(text), naturalSpec('mara'), naturalRules),
  'the plan of pico': (text) =>
    planSpeech(scriptOf(text), 'de-DE', picoRules).map((step) =>
      step.kind === 'speech' ? picoText(step.unit) : null,
    ),
  'listed words': (text) => listed?.find(text, 'en'),
  'a list of pronunciations': (text) =>
    checkPronunciations([{ word: text, respelling: text, ipa: text, language: text }]),
  'the sounds of a word': (text) =>
    checkPronunciations([{ word: 'x', ipa: text.slice(0, longestSound) }]).ok &&
    statedPhones({ alphabet: 'ipa', ph: text }),
  readPronunciationTable,
  azureSsml: (text) => azureSsml(scriptOf(text), 'voice', 'en-US'),
  'the visemes of a text': (text) =>
    partsOf(scriptOf(text)).map((part) => (part.kind === 'speech' ? withWeights(part.words) : null)),
};
