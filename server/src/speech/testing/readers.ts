import { speechText } from '@parley/protocol';
import type { Readers } from '../../testing/hostile-text/index.ts';
import { planSpeech as planFlite } from '../flite/plan.ts';
import { azureSsml } from '../providers/azure-ssml.ts';
import { partsOf } from '../script/parts.ts';
import { readScript } from '../script/script.ts';
import { withWeights } from '../timing/estimator.ts';
import { planSpeech as planNatural } from '../units/plan.ts';

const scriptOf = (text: string) => readScript({ markup: text, text: speechText(text) });

/** What prepares sentences for voices in the thread of the service. */
export const speechReaders: Readers = {
  readScript: scriptOf,
  'the plan of flite': (text) => planFlite(scriptOf(text), 'slt'),
  'the plan of the natural voice': (text) =>
    planNatural(scriptOf(text), { shape: { pace: 1 }, accent: 'us' } as never),
  azureSsml: (text) => azureSsml(scriptOf(text), 'voice', 'en-US'),
  'the visemes of a text': (text) =>
    partsOf(scriptOf(text)).map((part) => (part.kind === 'speech' ? withWeights(part.words) : null)),
};
