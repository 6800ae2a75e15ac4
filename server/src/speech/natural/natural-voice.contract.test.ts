import { describe } from 'vitest';
import { describeVoice } from '../voice.contract.ts';
import { ownModel } from './model/model-file.ts';
import { createNaturalVoice } from './natural-voice.ts';
import { people } from './people.ts';
import { naturalUnderTest, voiceFolderUnderTest } from './testing/natural-under-test.ts';

describe.skipIf(voiceFolderUnderTest === null)('the natural voice', () => {
  describeVoice({
    name: 'the natural voice Samuel',
    isSlow: true,
    start: async (deps) =>
      createNaturalVoice(
        deps.use(naturalUnderTest()),
        { model: ownModel, shape: people.samuel.shape },
        'acc_1',
      ),
  });
});
