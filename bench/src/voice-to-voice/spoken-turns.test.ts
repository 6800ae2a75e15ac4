import { describe, expect, it } from 'vitest';
import { alignClips, segmentsOf, turnOf } from './spoken-turns.ts';

const speech = (atMs: number, active: boolean) => ({ atMs, type: 'speech', active });

describe('turns in the notes of a page', () => {
  it('clips are divided by long silences, not by thinking pauses', () => {
    expect(segmentsOf([10, 20, 920, 930, 6_000], 3_000)).toEqual([
      { fromMs: 10, toMs: 930 },
      { fromMs: 6_000, toMs: 6_000 },
    ]);
  });

  it('a clip that was not heard does not move the others', () => {
    const heard = [50_000, 60_300].map((fromMs) => ({ fromMs, toMs: fromMs + 100 }));
    expect(alignClips([0, 10_000, 20_000, 27_000], heard)).toEqual([heard[0], heard[1], null, null]);
    const later = [110_000, 117_000].map((fromMs) => ({ fromMs, toMs: fromMs + 100 }));
    expect(alignClips([0, 10_000, 20_000, 27_000], later)).toEqual([null, null, ...later]);
  });

  it('the parts of an answer follow the last end of the turn; an end inside the clip is premature', () => {
    const noted = {
      heard: [],
      sent: [
        speech(100, true),
        speech(700, false),
        { atMs: 710, type: 'message' },
        speech(900, true),
        speech(2_250, false),
        { atMs: 2_300, type: 'message' },
      ],
      received: [800, 2_400],
      played: [850, 2_450],
    };
    expect(turnOf({ fromMs: 50, toMs: 2_000 }, 8_000, noted, [720, 2_310])).toEqual({
      premature: 1,
      decided: 250,
      words: 300,
      endpoint: 310,
      firstAudio: 400,
      played: 450,
    });
  });

  it('what did not happen before the next clip is null', () => {
    const noted = { heard: [], sent: [speech(500, false)], received: [9_000], played: [9_010] };
    expect(turnOf({ fromMs: 0, toMs: 400 }, 8_000, noted, [])).toMatchObject({
      decided: 100,
      words: null,
      played: null,
    });
  });
});
