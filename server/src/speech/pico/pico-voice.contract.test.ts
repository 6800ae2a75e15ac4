import { describe } from 'vitest';
import { describeVoice } from '../voice.contract.ts';
import { createPicoVoice } from './pico-voice.ts';
import { picoFolderUnderTest, picoUnderTest } from './testing/pico-under-test.ts';

describe.skipIf(picoFolderUnderTest === null)('pico', () => {
  describeVoice({
    name: 'pico en-GB',
    isSlow: true,
    start: async (deps) => createPicoVoice(deps.use(picoUnderTest()), 'en-GB', 'acc_1'),
  });
});
