/** A plain `npm test` tries a part of some long lists. Tests that are run by name try all of them. */
export const isRunByName = process.env.PARLEY_LONG_TESTS === '1';
