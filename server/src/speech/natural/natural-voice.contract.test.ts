import { describe } from 'vitest';
import { describeVoice } from '../voice.contract.ts';
import { createNaturalVoice } from './natural-voice.ts';
import { naturalSpec } from './people/spec.ts';
import { naturalUnderTest, voiceFolderUnderTest } from './testing/natural-under-test.ts';

describe.skipIf(voiceFolderUnderTest === null)('the natural voice', () => {
  describeVoice({
    name: 'the natural voice Samuel',
    isSlow: true,
    start: async (deps) => createNaturalVoice(deps.use(naturalUnderTest()), naturalSpec('samuel'), 'acc_1'),
  });
});
