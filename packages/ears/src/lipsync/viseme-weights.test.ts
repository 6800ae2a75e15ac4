import { describe, expect, it } from 'vitest';
import { VisemeSmoother, visemeNames } from './viseme-weights.ts';

describe('a mouth that follows a stream', () => {
  it('knows the fifteen shapes', () => {
    expect(new Set(visemeNames).size).toBe(15);
  });

  it('opens for each of them, including the first one', () => {
    for (const name of visemeNames) {
      const mouth = new VisemeSmoother();
      mouth.setTarget(name);
      const weights = mouth.advance(200);
      expect(weights[name]).toBeGreaterThan(0.6);
      expect(Object.values(weights).filter((weight) => weight > 0)).toHaveLength(1);
    }
  });

  it('crossfades between shapes and never leaves 0 to 1', () => {
    const mouth = new VisemeSmoother();
    mouth.setTarget('aa');
    mouth.advance(100);
    mouth.setTarget('PP');
    const between = mouth.advance(50);
    expect(between.aa).toBeGreaterThan(0.2);
    expect(between.PP).toBeGreaterThan(0.2);
    for (const weight of Object.values(between)) expect(weight).toBeLessThanOrEqual(1);
    expect(mouth.advance(50).aa).toBe(0);
  });

  it('is at rest only after it has closed', () => {
    const mouth = new VisemeSmoother();
    mouth.setTarget('O');
    mouth.advance(100);
    expect(mouth.isAtRest).toBe(false);
    mouth.setTarget('sil');
    mouth.advance(50);
    expect(mouth.isAtRest).toBe(false);
    expect(mouth.advance(50).O).toBe(0);
    expect(mouth.isAtRest).toBe(true);
  });

  it('does not go back when the clock does', () => {
    const mouth = new VisemeSmoother();
    mouth.setTarget('E');
    mouth.advance(100);
    expect(mouth.advance(-500).E).toBeGreaterThan(0.6);
  });
});
