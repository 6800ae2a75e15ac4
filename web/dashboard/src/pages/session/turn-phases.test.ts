import type { Turn } from '@parley/protocol/management';
import { describe, expect, it } from 'vitest';
import { firstSoundMs, phasesOf } from './turn-phases.ts';

const turn = (times: Partial<Turn>): Turn => ({
  number: 1,
  kind: 'chat',
  outcome: 'ok',
  receivedAt: 1_000,
  sentAt: null,
  firstByteAt: null,
  firstSentenceAt: null,
  firstAudioAt: null,
  endedAt: null,
  heard: null,
  problem: null,
  detail: null,
  shadow: null,
  ...times,
});

describe('a turn’s waterfall', () => {
  it('has consecutive phases from the message to the first sound', () => {
    const whole = turn({ sentAt: 1_004, firstByteAt: 1_304, firstSentenceAt: 1_310, firstAudioAt: 1_350 });
    expect(phasesOf(whole)).toEqual([
      { name: 'wait', fromMs: 0, lengthMs: 4 },
      { name: 'brain', fromMs: 4, lengthMs: 300 },
      { name: 'sentence', fromMs: 304, lengthMs: 6 },
      { name: 'sound', fromMs: 310, lengthMs: 40 },
    ]);
    expect(firstSoundMs(whole)).toBe(350);
  });

  it('adds a phase that was not recorded to the next one', () => {
    expect(phasesOf(turn({ firstSentenceAt: 1_100, firstAudioAt: 1_150 }))).toEqual([
      { name: 'sentence', fromMs: 0, lengthMs: 100 },
      { name: 'sound', fromMs: 100, lengthMs: 50 },
    ]);
  });

  it('has no first sound if none was played', () => {
    expect(firstSoundMs(turn({ sentAt: 1_001 }))).toBeNull();
  });
});
