import { Estimator, speechDurationMs, withWeights } from '../timing/estimator.ts';
import { Track } from '../timing/track.ts';
import { styleAt } from '../units/span-style.ts';
import type { SpeechUnit, UnitTiming } from '../units/unit.ts';
import { visemesOfIpa, type WeightedViseme } from '../visemes/ipa.ts';
import { visemesOfLetters } from '../visemes/letter-visemes.ts';
import { maxLetters, wordsOf } from './pico-text.ts';
import { type PicoVoiceName, picoRate } from './pico-voices.ts';

/** How long a sound of weight 1 takes: measured in a sentence of each language, 44 to 54. */
const weightMs = 50;

/**
 * The program reports no times, so they are estimated from the letters and the loudness. The letters do not tell how
 * long a number or a sign is, so that such a word is said once more on its own.
 */
export function unitTiming(
  unit: SpeechUnit<PicoVoiceName>,
  samples: Int16Array,
  say: (text: string) => Int16Array | null,
): UnitTiming {
  const shapesOf = (written: string): readonly WeightedViseme[] => {
    const shapes = visemesOfLetters(written, unit.voice);
    if (!isNumberOrSign(written)) return shapes;
    const sound = say(written.slice(0, maxLetters).replaceAll(/[<>&]/g, ' '));
    const weight = sound === null ? 0 : speechDurationMs(sound, picoRate) / weightMs;
    return weight === 0 ? shapes : withWeight(shapes.length === 0 ? visemesOfLetters('0') : shapes, weight);
  };
  const words = withWeights(wordsOf(unit), ({ written, from }) => {
    const { rate, ipa } = styleAt(unit.spans, from);
    return (ipa === undefined ? shapesOf(written) : visemesOfIpa(ipa)).map(({ viseme, weight }) => ({
      viseme,
      weight: weight / rate,
    }));
  });
  const durationMs = (samples.length / picoRate) * 1_000;
  const track = new Track(0);
  const speechMs = speechDurationMs(samples, picoRate);
  const estimator = new Estimator(words, track, { startMs: 0, sampleRate: picoRate, rate: 1, speechMs });
  estimator.push(samples);
  estimator.finish(durationMs);
  const timing = track.finish(durationMs);
  return {
    durationMs,
    visemes: timing.visemes,
    words: timing.words.map(({ from, to, startMs, durationMs: wordMs }, index) => {
      // A pause within a number is not its end.
      const isLong = isNumberOrSign(unit.text.slice(from, to));
      const nextMs = isLong ? (timing.words[index + 1]?.startMs ?? 0) : 0;
      return { from, to, startMs, endMs: Math.max(startMs + wordMs, nextMs) };
    }),
  };
}

const isNumberOrSign = (written: string): boolean => /[\p{N}\p{S}]/u.test(written);

function withWeight(shapes: readonly WeightedViseme[], wanted: number): WeightedViseme[] {
  const whole = shapes.reduce((sum, { weight }) => sum + weight, 0);
  return shapes.map(({ viseme, weight }) => ({ viseme, weight: (weight * wanted) / whole }));
}
