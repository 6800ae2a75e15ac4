import { describeVoice } from '../voice.contract.ts';
import { addOwnModel } from './add-own-model.ts';
import { OwnEngine } from './own-engine.ts';
import { createOwnVoice } from './own-voice.ts';
import { sherpaRoom } from './testing/sherpa-stand-in.ts';

describeVoice({
  name: 'an own model',
  start: async (deps) => {
    const { voiceFolder, folder } = deps.use(await sherpaRoom());
    const model = await addOwnModel({ voiceFolder, folder, name: 'anna', language: 'en' });
    const engine = deps.use(new OwnEngine(voiceFolder));
    return createOwnVoice({ engine, model, speaker: 0, account: 'acc_1' });
  },
});
