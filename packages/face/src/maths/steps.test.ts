import { expect, it } from 'vitest';
import { hairSteps } from '../hair/hair-mesh.ts';
import { headSteps } from '../head/head-mesh.ts';
import { presets } from '../look/presets.ts';
import { finished, finishedInTasks, type Steps } from './steps.ts';

function* counting(steps: number): Steps<number> {
  for (let step = 0; step < steps; step++) yield;
  return steps;
}

it('work in steps gives the same result at once and in several tasks', async () => {
  expect(finished(counting(5))).toBe(5);
  expect(await finishedInTasks(counting(5))).toBe(5);
});

it('the work on a head and its hair can pause often', () => {
  const look = presets.leo;
  const pausesOf = <T>(steps: Steps<T>): { pauses: number; value: T } => {
    for (let pauses = 0; ; pauses++) {
      const step = steps.next();
      if (step.done) return { pauses, value: step.value };
    }
  };
  const head = pausesOf(headSteps(look));
  expect(head.pauses).toBeGreaterThanOrEqual(head.value.morphs.length);
  expect(pausesOf(hairSteps(head.value.loft, look.hair.style)).pauses).toBeGreaterThan(20);
});
