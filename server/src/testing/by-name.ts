/** A plain `npm test` tries a part of some long lists. Tests that are run by name try all of them. */
export const isRunByName = process.env.PARLEY_LONG_TESTS === '1';

/** Some of a long list, others in each plain run. */
export const someOf = <T>(all: readonly T[], count: number): readonly T[] =>
  isRunByName ? all : all.toSorted(() => Math.random() - 0.5).slice(0, count);
