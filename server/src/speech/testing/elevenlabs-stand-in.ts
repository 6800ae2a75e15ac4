import type { Answer } from '../../outbound/testing/receiver.ts';
import { letterDurationMs, tone } from './tone.ts';

type Body = { readonly text: string; readonly voice_settings?: { readonly speed?: number } };

const perLine = 12;

/** A server with the protocol of ElevenLabs: lines of JSON with sound and the times of characters. */
export function elevenLabsAnswer({ perPiece = false } = {}): Answer {
  return (response, { body }) => {
    const { text, voice_settings: settings } = JSON.parse(body) as Body;
    const speed = settings?.speed ?? 1;
    const sound = tone(text, 24_000, speed);
    const perLetter = sound.length / Math.max(1, text.length);
    response.writeHead(200, { 'content-type': 'application/json' });
    for (let at = 0; at < text.length; at += perLine) {
      const characters = [...text.slice(at, at + perLine)];
      const seconds = (index: number) => ((perPiece ? index : at + index) * letterDurationMs) / speed / 1_000;
      const line = JSON.stringify({
        audio_base64: sound.subarray(at * perLetter, (at + perLine) * perLetter).toString('base64'),
        alignment: {
          characters,
          character_start_times_seconds: characters.map((_, index) => seconds(index)),
          character_end_times_seconds: characters.map((_, index) => seconds(index + 1)),
        },
        normalized_alignment: null,
      });
      // Packets need not end where lines end.
      response.write(`${line.slice(0, 40)}`);
      response.write(`${line.slice(40)}\n\n`);
    }
    response.end();
  };
}
