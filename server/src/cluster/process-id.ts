/**
 * A process that others declared dead goes on under a new id, so that its late writes under the old id do not count.
 * The address at which others reach it stays the same.
 */
export function nextProcessId(id: string): string {
  const [address = id, count = '1'] = id.split('.');
  return `${address}.${Number(count) + 1}`;
}

/** The address of the process with this id. */
export const addressOf = (id: string): string => id.split('.')[0] ?? id;
