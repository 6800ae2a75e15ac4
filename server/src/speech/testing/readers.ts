import { speechText } from '@parley/protocol';
import type { Readers } from '../../testing/hostile-text/index.ts';
import { fliteRules } from '../flite/flite-voice.ts';
import { readUnit } from '../flite/read-unit.ts';
import { naturalRules } from '../natural/natural-voice.ts';
import { naturalSpec } from '../natural/people/spec.ts';
import { picoText } from '../pico/pico-text.ts';
import { picoRules } from '../pico/pico-voice.ts';
import { azureSsml } from '../providers/azure-ssml.ts';
import { partsOf } from '../script/parts.ts';
import { readScript } from '../script/script.ts';
import { withWeights } from '../timing/estimator.ts';
import { planSpeech } from '../units/plan.ts';

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
  azureSsml: (text) => azureSsml(scriptOf(text), 'voice', 'en-US'),
  'the visemes of a text': (text) =>
    partsOf(scriptOf(text)).map((part) => (part.kind === 'speech' ? withWeights(part.words) : null)),
};
