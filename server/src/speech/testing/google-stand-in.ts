import type { Answer } from '../../outbound/testing/receiver.ts';
import { tone } from './tone.ts';

type Body = {
  readonly input: { readonly text: string } | { readonly ssml: string };
  readonly audioConfig: { readonly sampleRateHertz: number; readonly speakingRate?: number };
};

/** Cloud Text-to-Speech: a JSON object with the sound in base64. */
export const googleAnswer: Answer = (response, { body }) => {
  const { input, audioConfig } = JSON.parse(body) as Body;
  const text = 'text' in input ? input.text : input.ssml.replace(/<[^>]*>/g, '');
  const sound = tone(text, audioConfig.sampleRateHertz, audioConfig.speakingRate ?? 1);
  response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify({ audioContent: sound.toString('base64') }, null, 2));
};
