import { describe, expect, it } from 'vitest';
import { Capacity } from './capacity.ts';

describe('the capacity of the threads', () => {
  it('[SP99] is not full before anything was measured', () => {
    expect(new Capacity().isFull(100, 1, 0)).toBe(false);
  });

  it('[SP99] is full when one more speaker would take more than the usable time', () => {
    const capacity = new Capacity();
    capacity.made(1_000, 100);
    expect(capacity.factor).toBeCloseTo(0.1);
    expect(capacity.isFull(6, 1, 0)).toBe(false);
    expect(capacity.isFull(8, 1, 0)).toBe(true);
    expect(capacity.isFull(8, 2, 0)).toBe(false);
  });

  it('[SP99] follows slowly when speech takes longer, and ignores what made no sound', () => {
    const capacity = new Capacity();
    capacity.made(1_000, 100);
    capacity.made(0, 5_000);
    capacity.made(2_000, 1_000);
    expect(capacity.factor).toBeCloseTo(0.14);
  });

  it('[SP99] is full for ten seconds after speech was late', () => {
    const capacity = new Capacity();
    capacity.started(400, 1_000);
    expect(capacity.isFull(0, 1, 1_000)).toBe(false);
    capacity.started(600, 1_000);
    expect(capacity.isFull(0, 1, 10_999)).toBe(true);
    expect(capacity.isFull(0, 1, 11_000)).toBe(false);
  });
});
