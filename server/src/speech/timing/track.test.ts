import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Track } from './track.ts';

describe('times that become known bit by bit', () => {
  it('[SP2] are returned without gaps, and a shape that continues comes in two parts', () => {
    const track = new Track(0);
    track.shape('aa', 50);
    track.shape('PP', 300);
    expect(track.release(200).visemes).toEqual([
      { viseme: 'sil', startMs: 0, durationMs: 50 },
      { viseme: 'aa', startMs: 50, durationMs: 150 },
    ]);
    expect(track.finish(400).visemes).toEqual([
      { viseme: 'aa', startMs: 200, durationMs: 100 },
      { viseme: 'PP', startMs: 300, durationMs: 100 },
    ]);
  });

  it('[SP2] words do not overlap, and end with the sound', () => {
    const track = new Track(0);
    track.word({ from: 0, to: 1 }, 0, 500);
    track.word({ from: 1, to: 2 }, 400, 700);
    track.word({ from: 2, to: 3 }, 900, 1_500);
    expect(track.finish(600).words).toEqual([
      { from: 0, to: 1, startMs: 0, durationMs: 500 },
      { from: 1, to: 2, startMs: 500, durationMs: 100 },
      { from: 2, to: 3, startMs: 600, durationMs: 0 },
    ]);
  });

  it('[SP5] marks are returned with the sound that they belong to', () => {
    const track = new Track(0);
    track.mark('a', 100);
    track.mark('b', 300);
    expect(track.release(200).marks).toEqual([{ name: 'a', atMs: 100 }]);
    expect(track.finish(250).marks).toEqual([{ name: 'b', atMs: 250 }]);
  });

  it('[SP2] stay in order, whatever is added', () => {
    const step = fc.oneof(
      fc.record({ shape: fc.constantFrom('aa' as const, 'PP' as const, 'sil' as const), at: fc.nat(1_000) }),
      fc.record({ release: fc.nat(1_000) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const track = new Track(0);
        let reached = 0;
        const follow = (visemes: readonly { startMs: number; durationMs: number }[]) => {
          for (const { startMs, durationMs } of visemes) {
            expect(startMs).toBeCloseTo(reached, 5);
            reached = startMs + durationMs;
          }
        };
        for (const entry of steps) {
          if ('release' in entry) follow(track.release(entry.release).visemes);
          else track.shape(entry.shape, entry.at);
        }
        follow(track.finish(2_000).visemes);
        expect(reached).toBeCloseTo(2_000, 5);
      }),
    );
  });
});
