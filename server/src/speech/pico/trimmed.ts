import type { SpeechUnit } from '../units/unit.ts';
import { type PicoVoiceName, picoRate, picoVoices } from './pico-voices.ts';

/** Softer samples are silence. */
const quietest = 60;
/** Silence before the first word would only delay it. */
const leadInMs = 20;

/** Cuts the silence around a unit to what the sentence needs, and makes it as loud as other voices. */
export function trimmed(
  sound: Int16Array<ArrayBuffer>,
  { isFirst, tailMs, voice }: Pick<SpeechUnit<PicoVoiceName>, 'isFirst' | 'tailMs' | 'voice'>,
): Int16Array<ArrayBuffer> {
  const isLoud = (sample: number) => Math.abs(sample) > quietest;
  const first = sound.findIndex(isLoud);
  if (first === -1) return new Int16Array();
  const from = Math.max(0, first - toSamples(isFirst ? leadInMs : 0));
  const to = sound.findLastIndex(isLoud) + 1 + toSamples(tailMs);
  const samples = new Int16Array(to - from);
  samples.set(sound.subarray(from, Math.min(to, sound.length)));
  const { gain } = picoVoices[voice];
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, gain * sample)));
}

const toSamples = (ms: number): number => Math.round((ms * picoRate) / 1_000);
