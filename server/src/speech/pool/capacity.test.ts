import { describe, expect, it } from 'vitest';
import { Capacity, type Demand } from './capacity.ts';

const demand = (listeners: number, more: Partial<Demand> = {}): Demand => ({
  ...{ listeners, due: 0, threads: 1, nowMs: 0 },
  ...more,
});

describe('the capacity of the threads', () => {
  it('[SP99] assumes a slow machine before anything was measured', () => {
    expect(new Capacity().isFull(demand(6))).toBe(false);
    expect(new Capacity().isFull(demand(7))).toBe(true);
    expect(new Capacity().isFull(demand(7, { threads: 2 }))).toBe(false);
  });

  it('[SP99] promises less than two thirds of the time, so that a machine that becomes slower keeps up', () => {
    const capacity = new Capacity();
    capacity.made(1_000, 20);
    expect(capacity.factor).toBeCloseTo(0.02);
    expect(capacity.isFull(demand(28))).toBe(false);
    expect(capacity.isFull(demand(30))).toBe(true);
  });

  it('[SP99] has room again only when clearly fewer listen', () => {
    const capacity = new Capacity();
    capacity.made(1_000, 20);
    expect(capacity.isFull(demand(30))).toBe(true);
    expect(capacity.isFull(demand(27))).toBe(true);
    expect(capacity.isFull(demand(24))).toBe(false);
    expect(capacity.isFull(demand(27))).toBe(false);
  });

  it('[SP99] reacts at once when the machine becomes slow, and later when it is fast again', () => {
    const capacity = new Capacity();
    for (let i = 0; i < 20; i++) capacity.made(4_000, 400);
    capacity.made(0, 5_000);
    expect(capacity.factor).toBeCloseTo(0.1);
    for (let i = 0; i < 3; i++) capacity.made(4_000, 800);
    expect(capacity.factor).toBeGreaterThan(0.18);
    for (let i = 0; i < 3; i++) capacity.made(4_000, 400);
    expect(capacity.factor).toBeGreaterThan(0.115);
    for (let i = 0; i < 30; i++) capacity.made(4_000, 400);
    expect(capacity.factor).toBeCloseTo(0.1);
  });

  it('[SP99] is not misled by short clauses, which take long for their sound', () => {
    const capacity = new Capacity();
    for (let i = 0; i < 50; i++) {
      capacity.made(500, 50);
      capacity.made(5_000, 125);
    }
    expect(capacity.factor).toBeLessThan(0.04);
  });

  it('[SP99] is full if waiting callers would make a new listener wait for long', () => {
    const capacity = new Capacity();
    expect(capacity.isFull(demand(0, { due: 4 }))).toBe(false);
    expect(capacity.isFull(demand(0, { due: 6 }))).toBe(true);
    expect(capacity.isFull(demand(0, { due: 6, threads: 2 }))).toBe(false);
  });

  it('[SP99] is full for ten seconds after speech was late', () => {
    const capacity = new Capacity();
    capacity.started(400, 1_000);
    expect(capacity.isFull(demand(0, { nowMs: 1_000 }))).toBe(false);
    capacity.started(600, 1_000);
    expect(capacity.isFull(demand(0, { nowMs: 10_999 }))).toBe(true);
    expect(capacity.isFull(demand(0, { nowMs: 11_000 }))).toBe(false);
  });
});
