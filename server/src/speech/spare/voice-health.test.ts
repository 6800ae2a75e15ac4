import { expect, it } from 'vitest';
import { manualClock } from '../../kernel/index.ts';
import { SpeechFailure } from '../voice.ts';
import { VoiceHealth } from './voice-health.ts';

const failure = new SpeechFailure('provider', 'The voice server answered 500.');

it('[SP45] a voice that failed three times in a row rests for half a minute', () => {
  const clock = manualClock();
  const health = new VoiceHealth(clock);
  health.failed('a', failure);
  health.failed('a', failure);
  expect(health.resting('a')).toBeNull();
  health.failed('a', failure);
  expect(health.resting('a')?.message).toContain('answered 500');
  expect(health.resting('b')).toBeNull();
  clock.advance(30_000);
  expect(health.resting('a')).toBeNull();
  health.failed('a', failure);
  expect(health.resting('a')).not.toBeNull();
});

it('[SP45] a success ends the count', () => {
  const health = new VoiceHealth(manualClock());
  health.failed('a', failure);
  health.failed('a', failure);
  health.succeeded('a');
  health.failed('a', failure);
  expect(health.resting('a')).toBeNull();
});

it('[SP45] the memory is bounded', () => {
  const health = new VoiceHealth(manualClock());
  for (let count = 0; count < 3; count += 1) health.failed('first', failure);
  for (let voice = 0; voice < 1_000; voice += 1) health.failed(`voice ${voice}`, failure);
  expect(health.resting('first')).toBeNull();
});
