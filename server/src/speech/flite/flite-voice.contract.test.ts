import { isRunByName } from '../../testing/index.ts';
import { fliteUnderTest } from '../testing/flite-under-test.ts';
import { describeVoice } from '../voice.contract.ts';
import { createFliteVoice } from './flite-voice.ts';

describeVoice({
  name: 'flite slt',
  start: async (deps) => createFliteVoice(deps.use(fliteUnderTest()), 'slt', 'acc_1'),
});

describeVoice({
  name: 'flite kal16',
  isSlow: !isRunByName,
  start: async (deps) => createFliteVoice(deps.use(fliteUnderTest({ threads: 1 })), 'kal16', 'acc_1'),
});
