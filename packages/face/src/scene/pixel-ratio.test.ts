import { describe, expect, it } from 'vitest';
import { framingFor } from './framing.ts';
import { pixelRatioChooser } from './pixel-ratio.ts';

/** Counts frames at an even pace and returns the time after the last one. */
function frames(
  chooser: ReturnType<typeof pixelRatioChooser>,
  fps: number,
  seconds: number,
  fromMs = 0,
): number {
  let nowMs = fromMs;
  for (let i = 0; i < fps * seconds; i++) {
    nowMs += 1000 / fps;
    chooser.frame(nowMs);
  }
  return nowMs;
}

describe('the resolution of the picture', () => {
  it('is the screen’s resolution, within limits, while frames are fast', () => {
    for (const [ofScreen, expected] of [
      [1, 1],
      [3, 2],
      [0.5, 0.75],
    ] as const) {
      const chooser = pixelRatioChooser(ofScreen, 12);
      frames(chooser, 60, 20);
      expect([chooser.ratio, chooser.slowWindows]).toEqual([expected, 0]);
    }
  });

  it('goes down step by step if they are slow, and stays there', () => {
    const chooser = pixelRatioChooser(2, 12);
    const after = frames(chooser, 30, 20);
    expect(chooser.ratio).toBe(0.75);
    frames(chooser, 60, 20, after);
    expect([chooser.ratio, chooser.slowWindows]).toEqual([0.75, 0]);
  });

  it('fails within ten seconds if frames are far too slow', () => {
    const chooser = pixelRatioChooser(2, 12);
    frames(chooser, 3, 10);
    expect(chooser.slowWindows).toBeGreaterThanOrEqual(2);
  });

  it('does not mistake a pause or a sleeping machine for slow frames', () => {
    const chooser = pixelRatioChooser(0.75, 12);
    let nowMs = 0;
    for (let i = 0; i < 20; i++) {
      nowMs = frames(chooser, 60, 1, nowMs) + (i % 2 === 0 ? 60_000 : 900);
      if (i % 2 === 1) chooser.restart();
    }
    expect(chooser.slowWindows).toBe(0);
  });
});

describe('the frame of the picture', () => {
  it.for([0.45, 0.75, 1, 1.6, 2.4])('holds hair, eyes and shoulders at an aspect of %d', (aspect) => {
    const { fieldOfView, distance, centreY } = framingFor(aspect);
    const half = distance * Math.tan((fieldOfView * Math.PI) / 360);
    expect(centreY + half).toBeGreaterThan(1.35);
    expect(centreY - half).toBeLessThan(-1.9);
    expect(half * aspect).toBeGreaterThanOrEqual(1.049);
    const eyes = (centreY + half) / (2 * half);
    expect(eyes).toBeGreaterThan(0.3);
    expect(eyes).toBeLessThan(0.47);
  });
});
