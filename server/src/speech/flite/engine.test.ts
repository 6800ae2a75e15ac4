import { beforeAll, describe, expect, it } from 'vitest';
import type { SpeechUnit, StyleSpan, UnitTiming, UnitWord } from '../units/unit.ts';
import { FliteEngine } from './engine.ts';
import { fliteModule } from './flite-module.ts';
import { type FliteVoiceName, fliteVoices } from './flite-voices.ts';
import { withExports } from './wasm-exports.ts';

type Unit = SpeechUnit<FliteVoiceName>;

const unitOf = (text: string, voice: FliteVoiceName = 'slt'): Unit => ({
  voice,
  text,
  spans: [],
  isFirst: true,
  part: 'whole',
  tailMs: 100,
});
/** A unit in which one of the words has a style of its own. */
const styled = (unit: Unit, word: string, style: Partial<StyleSpan>): Unit => {
  const from = unit.text.indexOf(word);
  const span = { from, to: from + word.length, rate: 1, pitch: 1, range: 1, gain: 1, ...style };
  return { ...unit, spans: [...unit.spans, span] };
};

describe('flite', () => {
  let engine: FliteEngine;
  beforeAll(async () => {
    engine = new FliteEngine(await fliteModule());
  });

  function speak(unit: Unit, maxPieces = Number.POSITIVE_INFINITY) {
    const pieces: Int16Array[] = [];
    const timings: UnitTiming[] = [];
    engine.speak(unit, {
      timing: (timing) => timings.push(timing),
      audio: (samples) => pieces.push(samples),
      isCancelled: () => pieces.length >= maxPieces,
    });
    return { pieces, timing: timings[0], samples: pieces.reduce((sum, { length }) => sum + length, 0) };
  }

  it('[SP20] sends times first, then audio while it is synthesized, with a short first piece', () => {
    const { pieces, timing, samples } = speak(unitOf('hello there my dear friend'));
    expect(samples).toBe((timing?.durationMs ?? 0) * 16);
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces[0]?.length).toBeLessThan(16 * 130);
  });

  it('[SP21] words have the times of their phones', () => {
    const { timing } = speak(unitOf('pop sea'));
    const [pop, sea] = timing?.words ?? [];
    const shapes = (timing?.visemes ?? []).map(({ viseme }) => viseme);
    expect(shapes).toEqual(['sil', 'PP', 'aa', 'PP', 'SS', 'I', 'sil']);
    const shape = (index: number) => timing?.visemes[index];
    expect(pop?.startMs).toBe(shape(1)?.startMs);
    expect(pop?.endMs).toBe(sea?.startMs);
    expect(sea?.startMs).toBe(shape(4)?.startMs);
    expect(sea?.endMs).toBe(shape(6)?.startMs);
  });

  it('[SP21] keeps the silence around a unit short', () => {
    const { timing } = speak(unitOf('hello'));
    expect(timing?.words[0]?.startMs).toBeCloseTo(20, -1);
    expect((timing?.durationMs ?? 0) - (timing?.words[0]?.endMs ?? 0)).toBeCloseTo(100, -1);
  });

  it('[SP25] stops with the next piece when it is aborted', () => {
    const long = unitOf('a long unit that would go on for quite a while if it were not called off');
    expect(speak(long, 1).pieces).toHaveLength(1);
    expect(speak(unitOf('hello')).samples).toBeGreaterThan(0);
  });

  it('[SP27] stated phones decide the sound, even the same ones twice in a row', () => {
    const phones = 'm iy1';
    const { timing } = speak(styled(styled(unitOf('x y'), 'x', { phones }), 'y', { phones }));
    expect(timing?.visemes.map(({ viseme }) => viseme)).toEqual(['sil', 'PP', 'I', 'PP', 'I', 'sil']);
  });

  it('[SP28] a stretched word lasts longer, the words around it do not', () => {
    const plain = speak(unitOf('one seven one')).timing?.words ?? [];
    const slow = styled(unitOf('one seven one'), 'seven', { rate: 0.5 });
    const stretched = speak(slow).timing?.words ?? [];
    const length = (word: UnitWord | undefined) => (word?.endMs ?? 0) - (word?.startMs ?? 0);
    expect(length(stretched[1])).toBeGreaterThan(length(plain[1]) * 1.8);
    expect(length(stretched[0])).toBeCloseTo(length(plain[0]), 0);
  });

  it.each(Object.keys(fliteVoices) as FliteVoiceName[])(
    '[SP28] the pitch of %s is changed, or stays if it cannot be changed',
    (voice) => {
      const { pitchBy, pitchHz } = fliteVoices[voice];
      const text = 'we were away a year ago';
      const [own, higher] = [1, 1.4].map((pitch) =>
        medianPitch(speak(styled(unitOf(text, voice), text, { pitch })).pieces),
      );
      expect(own).toBeGreaterThan(pitchHz * 0.85);
      expect(own).toBeLessThan(pitchHz * 1.15);
      const expected = pitchBy === 'nothing' ? 1 : 1.4;
      expect((higher ?? 0) / (own ?? 1)).toBeGreaterThan(expected * 0.88);
      expect((higher ?? 0) / (own ?? 1)).toBeLessThan(expected * 1.12);
    },
  );

  it('[SP28] the voices are about equally loud', () => {
    const levels = (Object.keys(fliteVoices) as FliteVoiceName[]).map((voice) => {
      const { pieces } = speak(unitOf('we were away a year ago in a yellow railway', voice));
      return level(pieces);
    });
    expect(Math.max(...levels) / Math.min(...levels)).toBeLessThan(1.6);
    expect(Math.max(...levels)).toBeLessThan(9_000);
  });

  it('[SP28] each word has its own loudness', () => {
    const { pieces, timing } = speak(styled(unitOf('one one two two'), 'two two', { gain: 0 }));
    const whole = Int16Array.from(pieces.flatMap((piece) => [...piece]));
    const middle = ((timing?.words[2]?.startMs ?? 0) + 10) * 16;
    expect(level([whole.subarray(0, middle)])).toBeGreaterThan(1_000);
    expect(level([whole.subarray(middle)])).toBe(0);
  });

  it('[SP29] a unit without sound yields no audio', () => {
    expect(speak(unitOf('')).samples).toBe(0);
  });

  it('[SP29] is restarted after many units without a difference in sound', () => {
    for (let round = 0; round < 1_005; round += 1) speak(unitOf('a', 'kal16'));
    engine.refresh();
    expect(speak(unitOf('hello')).samples).toBeGreaterThan(0);
  });

  it('[SP29] says what is missing in a program that has other functions', () => {
    const header = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]);
    expect(() => withExports(header, ['new_utterance'])).toThrow('no function new_utterance');
    expect(() => withExports(Uint8Array.from([...header, 7]), [])).toThrow('cut off');
  });
});

function level(pieces: readonly Int16Array[]): number {
  let sum = 0;
  let count = 0;
  for (const piece of pieces) {
    for (const sample of piece) sum += sample * sample;
    count += piece.length;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

/** The pitch, by autocorrelation of every third loud stretch. */
function medianPitch(pieces: readonly Int16Array[]): number {
  const samples = Int16Array.from(pieces.flatMap((piece) => [...piece]));
  const width = 640;
  const found: number[] = [];
  for (let at = 0; at + 2 * width < samples.length; at += 3 * width) {
    const part = samples.subarray(at, at + width);
    if (level([part]) < 500) continue;
    let best = 0;
    let lag = 0;
    for (let shift = 32; shift < 320; shift += 1) {
      const score = correlation(part, samples.subarray(at + shift, at + shift + width));
      if (score > best) [best, lag] = [score, shift];
    }
    if (best > 0.7) found.push(16_000 / lag);
  }
  return found.toSorted((left, right) => left - right)[Math.trunc(found.length / 2)] ?? 0;
}

function correlation(left: Int16Array, right: Int16Array): number {
  let [both, one, other] = [0, 0, 0];
  for (let index = 0; index < left.length; index += 1) {
    const [first, second] = [left[index] ?? 0, right[index] ?? 0];
    both += first * second;
    one += first * first;
    other += second * second;
  }
  return both / Math.sqrt(one * other + 1);
}
