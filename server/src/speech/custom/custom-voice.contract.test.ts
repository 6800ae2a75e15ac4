import { sherpaRoom } from '../../custom-models/testing/sherpa-stand-in.ts';
import { describeVoice } from '../voice.contract.ts';
import { addOwnVoice } from './add-custom-voice.ts';
import { createOwnVoice } from './custom-voice.ts';
import { createVoiceEngine } from './custom-voices.ts';

describeVoice({
  name: 'an own model',
  start: async (deps) => {
    const { voiceFolder, folder } = deps.use(await sherpaRoom());
    const model = await addOwnVoice({ voiceFolder, source: folder, name: 'anna', language: 'en' });
    const engine = deps.use(createVoiceEngine(voiceFolder));
    return createOwnVoice({ engine, model, speaker: 0, account: 'acc_1' });
  },
});
