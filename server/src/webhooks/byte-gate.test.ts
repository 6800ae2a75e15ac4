import { expect, it } from 'vitest';
import { ByteGate } from './byte-gate.ts';

const setup = (max: number) => {
  const gate = new ByteGate(max);
  const running: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const begin = (name: string, bytes: number) =>
    gate.run(bytes, async () => {
      running.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      await end.promise;
      running.splice(running.indexOf(name), 1);
    });
  const finish = async (name: string, how: 'resolve' | 'reject' = 'resolve') => {
    ends.get(name)?.[how]();
    await new Promise(setImmediate);
  };
  return { begin, finish, running };
};

it('lets in what fits together, in the order of arrival, and what is too long for all alone', async () => {
  const { begin, finish, running } = setup(10);
  for (const [name, bytes] of [
    ['a', 4],
    ['b', 6],
    ['c', 1],
    ['giant', 50],
    ['d', 2],
  ] as const)
    void begin(name, bytes);
  await new Promise(setImmediate);
  expect(running).toEqual(['a', 'b']);
  await finish('a');
  expect(running).toEqual(['b', 'c']);
  await finish('b');
  expect(running).toEqual(['c']);
  await finish('c');
  expect(running).toEqual(['giant']);
  await finish('giant');
  expect(running).toEqual(['d']);
});

it('is left also by what fails', async () => {
  const { begin, finish, running } = setup(10);
  const failing = begin('a', 10);
  void begin('b', 10);
  await new Promise(setImmediate);
  await Promise.all([expect(failing).rejects.toBeUndefined(), finish('a', 'reject')]);
  expect(running).toContain('b');
});
