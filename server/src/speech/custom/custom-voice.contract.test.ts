import { sherpaRoom } from '../../custom-models/testing/sherpa-stand-in.ts';
import { describeVoice } from '../voice.contract.ts';
import { addCustomVoice } from './add-custom-voice.ts';
import { createCustomVoice } from './custom-voice.ts';
import { createVoiceEngine } from './custom-voices.ts';

describeVoice({
  name: 'an own model',
  start: async (deps) => {
    const { voiceFolder, folder } = deps.use(await sherpaRoom());
    const model = await addCustomVoice({ voiceFolder, source: folder, name: 'anna', language: 'en' });
    const engine = deps.use(createVoiceEngine(voiceFolder));
    return createCustomVoice({ engine, model, speaker: 0, account: 'acc_1' });
  },
});
