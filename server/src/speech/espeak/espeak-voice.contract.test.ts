import { fileURLToPath } from 'node:url';
import { Semaphore } from '../../kernel/index.ts';
import { describeVoice } from '../voice.contract.ts';
import { findEspeak } from './espeak-program.ts';
import { createEspeakVoice } from './espeak-voice.ts';

const standIn = fileURLToPath(new URL('../testing/espeak-stand-in.sh', import.meta.url));
const installed = await findEspeak();

describeVoice({
  name: 'a program like espeak-ng',
  start: async () =>
    createEspeakVoice({
      account: 'acc_1',
      program: standIn,
      voice: 'en-gb',
      programs: new Semaphore({ limit: 2 }),
    }),
});

if (installed !== null) {
  describeVoice({
    name: 'espeak-ng itself',
    start: async () =>
      createEspeakVoice({
        account: 'acc_1',
        program: installed.program,
        voice: 'en-gb',
        programs: new Semaphore({ limit: 2 }),
      }),
  });
}
