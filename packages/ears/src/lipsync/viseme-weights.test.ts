import { describe, expect, it } from 'vitest';
import { MovingVisemes, visemeNames } from './viseme-weights.ts';

describe('a mouth that follows a stream', () => {
  it('knows the fifteen shapes', () => {
    expect(new Set(visemeNames).size).toBe(15);
  });

  it('opens for every one of them, the first of the list too', () => {
    for (const name of visemeNames) {
      const mouth = new MovingVisemes();
      mouth.aim(name);
      const weights = mouth.move(200);
      expect(weights[name]).toBeGreaterThan(0.6);
      expect(Object.values(weights).filter((weight) => weight > 0)).toHaveLength(1);
    }
  });

  it('crossfades between shapes and never leaves 0 to 1', () => {
    const mouth = new MovingVisemes();
    mouth.aim('aa');
    mouth.move(100);
    mouth.aim('PP');
    const between = mouth.move(50);
    expect(between.aa).toBeGreaterThan(0.2);
    expect(between.PP).toBeGreaterThan(0.2);
    for (const weight of Object.values(between)) expect(weight).toBeLessThanOrEqual(1);
    expect(mouth.move(50).aa).toBe(0);
  });

  it('is at rest once it has closed, and not before', () => {
    const mouth = new MovingVisemes();
    mouth.aim('O');
    mouth.move(100);
    expect(mouth.atRest).toBe(false);
    mouth.aim('sil');
    mouth.move(50);
    expect(mouth.atRest).toBe(false);
    expect(mouth.move(50).O).toBe(0);
    expect(mouth.atRest).toBe(true);
  });

  it('does not run backwards when the clock does', () => {
    const mouth = new MovingVisemes();
    mouth.aim('E');
    mouth.move(100);
    expect(mouth.move(-500).E).toBeGreaterThan(0.6);
  });
});
