import { describe, expect, it } from 'vitest';
import { createMouth } from './mouth.ts';
import type { TimedViseme } from './mouth-track.ts';

const say = (...shapes: readonly TimedViseme['viseme'][]): TimedViseme[] =>
  shapes.map((viseme, i) => ({ viseme, startMs: i * 120, durationMs: 120 }));

const strongest = (weights: Readonly<Partial<Record<string, number>>>): string | undefined =>
  Object.entries(weights).sort(([, a = 0], [, b = 0]) => b - a)[0]?.[0];

describe('a mouth', () => {
  it('follows a track that grows while its sound arrives', () => {
    const track = say('aa');
    let heardMs = 60;
    const mouth = createMouth();
    mouth.follow(track, () => heardMs);
    mouth.at(0);
    expect(strongest(mouth.at(200).visemes)).toBe('aa');
    track.push({ viseme: 'O', startMs: 120, durationMs: 120 });
    heardMs = 180;
    expect(strongest(mouth.at(320).visemes)).toBe('O');
    heardMs = 260;
  });

  it('stands still while the sound does', () => {
    const mouth = createMouth();
    mouth.follow(say('aa', 'O'), () => 60);
    mouth.at(0);
    expect(mouth.at(500)).toEqual(mouth.at(2500));
  });

  it('fades to rest within a tenth of a second when it is stopped', () => {
    const mouth = createMouth();
    mouth.follow(say('aa'), () => 60);
    mouth.at(0);
    const open = mouth.at(200).visemes.aa ?? 0;
    mouth.release();
    mouth.at(210);
    const half = mouth.at(255).visemes.aa ?? 0;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(open);
    expect(mouth.at(311)).toEqual({ visemes: {}, mouth: {} });
  });
});
