/**
 * A process that others took for dead goes on under a new id, so that nothing it still writes under the old one counts.
 * The address at which others reach it stays the same.
 */
export function nextTerm(id: string): string {
  const [address = id, term = '1'] = id.split('.');
  return `${address}.${Number(term) + 1}`;
}

/** Where the process with this id is reached. */
export const addressOf = (id: string): string => id.split('.')[0] ?? id;
