import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameOrder, type NameChange } from './name-order.ts';
import { sortKeyOf } from './sort-key.ts';

const name = fc.oneof(
  fc.constantFrom('a', 'A', 'á', 'b', 'B', 'zz', 'Émile', 'emil', '😀', '\uff21', ''),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
/** Few ids, so that most steps change or delete an existing avatar. */
const steps = fc.array(fc.record({ id: fc.integer({ min: 1, max: 12 }), name, gone: fc.boolean() }), {
  maxLength: 60,
});

const changesOf = (made: readonly { id: number; name: string; gone: boolean }[]): NameChange[] =>
  made.map((step, index) => ({ ...step, sortKey: sortKeyOf(step.name), version: index + 1 }));

/** The simplest definition of the order: the latest change of each id, sorted. */
function naive(changes: readonly NameChange[]): { id: number; name: string }[] {
  const last = new Map(changes.map((change) => [change.id, change]));
  return [...last.values()]
    .filter((change) => !change.gone)
    .sort((a, b) => (a.sortKey === b.sortKey ? a.id - b.id : a.sortKey < b.sortKey ? -1 : 1))
    .map((change) => ({ id: change.id, name: change.name }));
}

const shown = (entries: readonly { id: number; name: string }[]) =>
  entries.map((entry) => ({ id: entry.id, name: entry.name }));

describe('the order of names', () => {
  it('equals a complete new sort, after any changes in batches of any size', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 7 }), (made, portion) => {
        const changes = changesOf(made);
        const order = createNameOrder();
        for (let i = 0; i < changes.length; i += portion) order.apply(changes.slice(i, i + portion));
        expect(shown(order.slice(0, 1000))).toEqual(naive(changes));
        expect(order.total).toBe(naive(changes).length);
        expect(order.version).toBe(changes.length);
      }),
      { numRuns: 500 },
    );
  });

  it('stays the same when it is filled at once and then receives changes that it has already applied', () => {
    fc.assert(
      fc.property(steps, (made) => {
        const changes = changesOf(made);
        const alive = new Map(changes.map((change) => [change.id, change]));
        const order = createNameOrder();
        order.fill([...alive.values()].filter((change) => !change.gone));
        order.apply(changes.filter((change) => change.version <= order.version));
        expect(shown(order.slice(0, 1000))).toEqual(naive(changes));
      }),
      { numRuns: 200 },
    );
  });

  it('returns what comes after any place, whether there is an avatar at it or not', () => {
    fc.assert(
      fc.property(steps, name, fc.integer({ min: 0, max: 13 }), fc.nat(20), (made, at, id, size) => {
        const changes = changesOf(made);
        const order = createNameOrder();
        order.apply(changes);
        const sortKey = sortKeyOf(at);
        const later = naive(changes).filter((entry) => {
          const key = sortKeyOf(entry.name);
          return key > sortKey || (key === sortKey && entry.id > id);
        });
        expect(shown(order.after({ sortKey, id }, size))).toEqual(later.slice(0, size));
        expect(shown(order.after(null, size))).toEqual(naive(changes).slice(0, size));
      }),
      { numRuns: 300 },
    );
  });

  it('returns any slice of the whole, and picks any ids in order', () => {
    fc.assert(
      fc.property(
        steps,
        fc.nat(20),
        fc.nat(20),
        fc.array(fc.integer({ min: 0, max: 14 })),
        (made, start, size, ids) => {
          const changes = changesOf(made);
          const order = createNameOrder();
          order.apply(changes);
          const all = naive(changes);
          expect(shown(order.slice(start, size))).toEqual(all.slice(start, start + size));
          expect(shown(order.pick(ids))).toEqual(all.filter((entry) => ids.includes(entry.id)));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the sort key', () => {
  it.each([
    ['Émile', 'emile'],
    ['ZOË', 'zoe'],
    ['Ångström', 'angstrom'],
    ['e\u0301', 'é'],
    ['ﬁne', 'fine'],
    ['Ａ', 'a'],
  ])('folds %s and %s into one', (one, other) => {
    expect(sortKeyOf(one)).toBe(sortKeyOf(other));
  });
});
