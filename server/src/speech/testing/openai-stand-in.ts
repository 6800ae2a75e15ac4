import type { Answer } from '../../outbound/testing/receiver.ts';
import { tone } from './tone.ts';

type Body = { readonly input: string; readonly speed?: number };

/** A server with OpenAI's speech protocol: bytes of PCM, in packets that may split samples. */
export const openAiAnswer: Answer = (response, { body }) => {
  const { input, speed = 1 } = JSON.parse(body) as Body;
  const sound = tone(input, 24_000, speed);
  response.writeHead(200, { 'content-type': 'audio/pcm' });
  for (let at = 0; at < sound.length; at += 9_999) response.write(sound.subarray(at, at + 9_999));
  response.end();
};
