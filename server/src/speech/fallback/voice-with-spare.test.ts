import { describe, expect, it } from 'vitest';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { neverAborted, sentenceOf } from '../testing/collect.ts';
import type { Voice } from '../voice.ts';
import { createVoiceWithSpare, VoiceAssignments } from './voice-with-spare.ts';

const voiceOf = (sampleRate: number): Voice => ({
  async *speak() {
    yield { kind: 'start', format: { sampleRate }, precision: { words: 'exact', visemes: 'exact' } };
    yield { kind: 'audio', pcm: new Uint8Array(2), startMs: 0, durationMs: 1 };
  },
});

describe('a voice with a spare one', () => {
  let full = false;
  let spares = 0;
  const clock = manualClock();
  const asked: number[] = [];
  const assignments = new VoiceAssignments({
    isFull(listeners) {
      asked.push(listeners);
      return full;
    },
    onSpare() {
      spares += 1;
    },
    clock,
  });
  const voice = createVoiceWithSpare(voiceOf(24_000), voiceOf(16_000), assignments);
  const rateFor = async (caller?: string) => {
    for await (const piece of voice.speak(sentenceOf('Hello.', { caller }), neverAborted))
      if (piece.kind === 'start') return piece.format.sampleRate;
    return null;
  };

  it('[SP99] new callers get the spare voice while the threads are full, and every caller keeps its voice', async () => {
    expect(await rateFor('early')).toBe(24_000);
    full = true;
    expect(await rateFor('early')).toBe(24_000);
    expect(await rateFor('late')).toBe(16_000);
    expect(await rateFor('late')).toBe(16_000);
    full = false;
    expect(await rateFor('late')).toBe(16_000);
    expect(await rateFor('later')).toBe(24_000);
    expect(spares).toBe(1);
  });

  it('[SP99] a sentence without a caller, such as a trial, always gets the main voice', async () => {
    full = true;
    expect(await rateFor()).toBe(24_000);
  });

  it('[SP99] a caller that heard only the spare voice keeps it, one that heard the main voice keeps that', async () => {
    full = false;
    clock.advance(60_000);
    for await (const _ of voice.speak(sentenceOf('Hello.', { caller: 'hearing' }), neverAborted));
    assignments.usesSpare('waiting');
    assignments.fellBack('hearing');
    assignments.fellBack('waiting');
    expect([assignments.usesSpare('hearing'), assignments.usesSpare('waiting')]).toEqual([false, true]);
    expect(assignments.listeners).toBe(1);
    expect(spares).toBe(2);
  });

  it('[SP99] a caller counts as a listener from its first sentence on, until it has been quiet for a while', async () => {
    full = false;
    clock.advance(60_000);
    // Both get their voice before either of them hears anything.
    expect([assignments.usesSpare('one'), assignments.usesSpare('two')]).toEqual([false, false]);
    expect(asked.slice(-2)).toEqual([0, 1]);
    clock.advance(30_000);
    assignments.usesSpare('two');
    clock.advance(30_000);
    expect(assignments.listeners).toBe(1);
    full = true;
    expect(assignments.usesSpare('three')).toBe(true);
    expect(assignments.listeners).toBe(1);
  });
});
