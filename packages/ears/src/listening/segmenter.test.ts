import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameMs, frameSamples } from '../capture/frame.ts';
import { type SegmentEvent, Segmenter } from './segmenter.ts';

const speech = 0.9;
const silence = 0.05;

/** Frames that contain their own number, so that a test sees which of them a segment holds. */
function hear(segmenter: Segmenter, probabilities: readonly number[], first = 0): SegmentEvent[] {
  return probabilities.flatMap((probability, index) => {
    const event = segmenter.push(new Float32Array(frameSamples).fill(first + index), probability);
    return event === null ? [] : [event];
  });
}

const times = (probability: number, ms: number): number[] =>
  new Array<number>(Math.round(ms / frameMs)).fill(probability);
const kinds = (events: readonly SegmentEvent[]): string[] => events.map(({ kind }) => kind);
const numbersIn = (audio: Float32Array): number[] => [...new Set(audio)];

describe('a segment', () => {
  it('[EA1] begins with frames in a row, not with single clicks', () => {
    const clicks = [speech, silence, speech, speech, silence, speech, silence, silence];
    expect(hear(new Segmenter(2_000), clicks)).toEqual([]);
    expect(kinds(hear(new Segmenter(2_000), [speech, speech, speech]))).toEqual(['begin']);
  });

  it('[EA1] includes the sound shortly before', () => {
    const segmenter = new Segmenter(2_000);
    hear(segmenter, [...times(silence, 3_000), ...times(speech, 640)]);
    const [first = 0] = numbersIn(segmenter.audio());
    const begunAt = Math.round(3_000 / frameMs);
    expect(begunAt - first).toBe(10);
  });

  it('[EA2] does not end at a breath, but after half a second of silence', () => {
    const events = hear(new Segmenter(2_000), [
      ...times(speech, 800),
      ...times(silence, 420),
      ...times(speech, 800),
      ...times(silence, 600),
    ]);
    expect(kinds(events)).toEqual([
      'begin',
      'pause',
      'silence',
      'silence',
      'pause',
      'silence',
      'silence',
      'end',
    ]);
    const end = events.at(-1);
    // The speech, and a little silence before and after it.
    expect(end?.kind === 'end' && (end.audio.length / frameSamples) * frameMs).toBeCloseTo(2_220, -2);
  });

  it('[EA3] has the same sound at its last pause as at its end', () => {
    const segmenter = new Segmenter(2_000);
    let atPause = 0;
    let atEnd = 0;
    for (const probability of [...times(speech, 800), ...times(silence, 600)]) {
      const event = segmenter.push(new Float32Array(frameSamples), probability);
      if (event?.kind === 'pause') atPause = segmenter.audio().length;
      if (event?.kind === 'end') atEnd = event.audio.length;
    }
    expect(atPause).toBeGreaterThan(frameSamples * 25);
    expect(atEnd).toBe(atPause);
  });

  it('does not flicker between the two thresholds', () => {
    const events = hear(new Segmenter(2_000), [...times(speech, 320), ...times(0.42, 2_000)]);
    expect(kinds(events)).toEqual(['begin']);
  });

  it('[EA4] that has become long ends at its next pause', () => {
    const events = hear(new Segmenter(2_000), [
      ...times(speech, 21_000),
      ...times(silence, 230),
      ...times(speech, 500),
    ]);
    expect(kinds(events)).toEqual(['begin', 'end', 'begin']);
  });

  it('[EA4] without any pause is cut at the maximum length and loses no frame', () => {
    const events = hear(new Segmenter(2_000), [...times(speech, 60_000), ...times(silence, 600)]);
    expect(kinds(events)).toEqual([
      'begin',
      'end',
      'begin',
      'end',
      'begin',
      'pause',
      'silence',
      'silence',
      'end',
    ]);
    const heard = events.flatMap((event) => (event.kind === 'end' ? numbersIn(event.audio) : []));
    expect(heard.slice(0, 1_875)).toEqual(Array.from({ length: 1_875 }, (_, index) => index));
  });

  it('[EA41] that is judged lasts as long as the patience allows, and ends at once when the speaker is done', () => {
    const segmenter = new Segmenter(2_000);
    hear(segmenter, [...times(speech, 800), ...times(silence, 400)]);
    segmenter.hold();
    expect(kinds(hear(segmenter, times(silence, 1_500)))).toEqual(['silence']);
    expect(segmenter.finish().length / frameSamples).toBe(31);
    expect(kinds(hear(segmenter, times(speech, 96)))).toEqual(['begin']);
  });

  it('[EA41] that is judged unfinished ends when the patience does', () => {
    const segmenter = new Segmenter(1_000);
    hear(segmenter, [...times(speech, 800), ...times(silence, 400)]);
    segmenter.hold();
    expect(kinds(hear(segmenter, times(silence, 540)))).toEqual(['silence']);
    expect(kinds(hear(segmenter, times(silence, 64)))).toEqual(['end']);
  });

  it('[EA45] is judged again at half of the patience, with all of the silence', () => {
    const segmenter = new Segmenter(2_000);
    hear(segmenter, [...times(speech, 800), ...times(silence, 400)]);
    segmenter.hold();
    expect(kinds(hear(segmenter, times(silence, 544)))).toEqual([]);
    expect(kinds(hear(segmenter, times(silence, 64)))).toEqual(['silence']);
    expect(segmenter.audioWithSilence().length / frameSamples).toBe(25 + 32);
    expect(segmenter.audio().length / frameSamples).toBe(31);
    expect(kinds(hear(segmenter, times(silence, 512)))).toEqual([]);
  });

  it('[EA41] a verdict counts for its own pause only', () => {
    const segmenter = new Segmenter(4_000);
    hear(segmenter, [...times(speech, 800), ...times(silence, 400)]);
    segmenter.hold();
    expect(kinds(hear(segmenter, [...times(speech, 400), ...times(silence, 600)]))).toEqual([
      'pause',
      'silence',
      'silence',
      'end',
    ]);
  });

  it('[EA42] without a verdict ends after half a second, even if that has passed', () => {
    const segmenter = new Segmenter(2_000);
    hear(segmenter, [...times(speech, 800), ...times(silence, 400)]);
    segmenter.hold();
    hear(segmenter, times(silence, 440));
    segmenter.release();
    expect(kinds(hear(segmenter, [silence]))).toEqual(['end']);
  });

  it('[EA2] [EA4] in any sound, starts and ends alternate, and the length is bounded', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 0.2, 0.4, 0.6, 1), { maxLength: 2_000 }), (probabilities) => {
        const events = hear(new Segmenter(2_000), probabilities);
        const edges = kinds(events).filter((kind) => kind === 'begin' || kind === 'end');
        edges.forEach((kind, index) => {
          expect(kind).toBe(index % 2 === 0 ? 'begin' : 'end');
        });
        for (const event of events) {
          if (event.kind === 'end') expect(event.audio.length).toBeLessThanOrEqual(16_000 * 29);
        }
      }),
      { numRuns: 60 },
    );
  });
});
