import { readFileSync } from 'node:fs';
import { openSpeaker } from '../../../e2e/testing/clips.ts';
import type { PersonName } from '../../../server/src/speech/index.ts';

export type Clip = {
  readonly scene: string;
  readonly text: string;
  readonly person: PersonName;
  /** Ends with the last audible sample of speech. */
  readonly sound: Float32Array<ArrayBuffer>;
};

const scenes = JSON.parse(readFileSync(new URL('./scenes.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, { readonly pauseMs: number; readonly texts: readonly string[] }>
>;
const noiseLevel = 0.006;

export type ClipPlan = {
  readonly people: readonly PersonName[];
  readonly perScene: number;
  /** How many texts with clear ends, whose median is the bench's main figure. */
  readonly clearEnds?: number;
};

/** The first texts of every scene, spoken by each of these people of the natural voice. */
export async function makeClips(
  voiceFiles: string,
  { people, perScene, clearEnds = perScene }: ClipPlan,
): Promise<Clip[]> {
  const speak = await openSpeaker(voiceFiles);
  const clips: Clip[] = [];
  for (const [scene, { pauseMs, texts }] of Object.entries(scenes))
    for (const text of texts.slice(0, scene === 'clear ends' ? clearEnds : perScene))
      for (const person of people) {
        const sound = await speak(person, text, pauseMs);
        clips.push({ scene, text, person, sound: scene === 'noise' ? noisy(sound) : sound });
      }
  return clips;
}

/** Even noise, the same each time. */
export function noisy(sound: Float32Array): Float32Array<ArrayBuffer> {
  let seed = 1;
  return Float32Array.from(sound, (sample) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return sample + (seed / 2_147_483_647 - 0.5) * 2 * noiseLevel;
  });
}
