import { readRecording, samplesOf } from '../../../hearing/index.ts';
import { createLog } from '../../../kernel/index.ts';
import { createAddressPolicy, createOutbound } from '../../../outbound/index.ts';
import { chooseVoice, createSpeech, defaultVoice, picoVoiceNames, sayAloud } from '../../../speech/index.ts';

const english = 'One, two, three, four, five.';
const sentences: Readonly<Record<string, string>> = {
  de: 'Eins, zwei, drei, vier, fünf.',
  es: 'Uno, dos, tres, cuatro, cinco.',
  fr: 'Un, deux, trois, quatre, cinq.',
  it: 'Uno, due, tre, quattro, cinque.',
};

export type TestSentence = { readonly text: string; readonly sound: Float32Array };

/** A sentence for a new recogniser, by a simple voice: in its language if that voice is installed, else in English. */
export async function testSentence(voiceFolder: string, language: string): Promise<TestSentence> {
  await using outbound = createOutbound({ policy: createAddressPolicy({ allowLoopback: false }) });
  const log = createLog('silent');
  await using speech = await createSpeech({ outbound, log, espeakProgram: null, voiceFolder, workers: 1 });
  const [spoken = ''] = language.toLowerCase().split('-');
  const name = picoVoiceNames.find((voice) => voice.startsWith(spoken));
  const text = sentences[spoken] ?? english;
  const pico = name === undefined ? null : chooseVoice(defaultVoice, `pico:${name}`);
  const choice =
    pico !== null && speech.problemWith(pico) === null ? pico : chooseVoice(defaultVoice, 'built-in:slt');
  const said = choice === pico ? text : english;
  const voice = speech.voiceFor('test', choice);
  if (voice === null) throw new Error('the simple voice is missing');
  const wav = await sayAloud(voice, said, 'test', new AbortController().signal);
  return { text: said, sound: samplesOf(readRecording(wav)) };
}
