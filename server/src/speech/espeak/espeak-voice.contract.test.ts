import { fileURLToPath } from 'node:url';
import { describeVoice } from '../voice.contract.ts';
import { findEspeak } from './espeak-program.ts';
import { createEspeakVoice } from './espeak-voice.ts';
import { Turnstile } from './turnstile.ts';

const standIn = fileURLToPath(new URL('../testing/espeak-stand-in.sh', import.meta.url));
const installed = await findEspeak();

describeVoice({
  name: 'a program like espeak-ng',
  start: async () => createEspeakVoice({ program: standIn, voice: 'en-gb', turnstile: new Turnstile(2) }),
});

if (installed !== null) {
  describeVoice({
    name: 'espeak-ng itself',
    start: async () =>
      createEspeakVoice({ program: installed.program, voice: 'en-gb', turnstile: new Turnstile(2) }),
  });
}
