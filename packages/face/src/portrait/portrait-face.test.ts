import { expect, it } from 'vitest';
import { nextFrameMs } from './portrait-face.ts';

it.each([
  ['quick', 4, false, 32],
  ['slow', 12, false, 48],
  ['very slow', 40, false, 66],
  ['very slow but speaking', 40, true, 32],
] as const)(
  'a machine that is %s draws the next picture after %s ms of drawing, speaking: %s, in %s ms',
  (_, drawMs, isSpeaking, ms) => {
    expect(nextFrameMs(drawMs, isSpeaking)).toBe(ms);
  },
);
