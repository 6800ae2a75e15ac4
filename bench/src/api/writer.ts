import { setTimeout as delay } from 'node:timers/promises';
import { renamed } from './page-answer.ts';
import { avatarCount, pageSize, type Row } from './seed.ts';

/** The calls of a writer: the service's own API, or the baseline's bare routes. */
export type Renames = {
  rename(id: string, name: string): Promise<void>;
  firstPage(): Promise<readonly Row[]>;
};

export type Writer = {
  /** Number of the last rename on the first page that was answered. */
  readonly answered: number;
  /** Renames that the next read showed. */
  readonly shown: number;
  /** Writes until the work is done. */
  during<T>(work: Promise<T>): Promise<T>;
};

const everyMs = 25;

/**
 * Renames an avatar of the first page, reads the page and requires the new name. Then renames an avatar of another page
 * so that it moves in the order. Does both every 25 ms, or as fast as the server allows.
 */
export function createWriter(through: Renames, rows: readonly Row[]): Writer {
  const firstId = Number(rows[0]?.id);
  let answered = 0;
  let shown = 0;

  const writeOnce = async () => {
    const number = answered + 1;
    const row = rows[number % rows.length];
    if (row === undefined) throw new Error('there is no avatar to rename');
    const name = renamed(row.name, number);
    await through.rename(row.id, name);
    answered = number;
    const page = await through.firstPage();
    if (page[number % rows.length]?.name !== name) throw new Error(`the next read did not show "${name}"`);
    shown += 1;
    const elsewhere = pageSize + ((number * 7_919) % (avatarCount - 2 * pageSize));
    await through.rename(String(firstId + elsewhere), `Figure ${(number * 7_907) % 100_000} of the bench`);
  };

  return {
    get answered() {
      return answered;
    },
    get shown() {
      return shown;
    },
    async during(work) {
      let over = false;
      const writing = (async () => {
        while (!over) {
          const begin = performance.now();
          await writeOnce();
          await delay(Math.max(0, everyMs - (performance.now() - begin)));
        }
      })();
      const ended = work.finally(() => {
        over = true;
      });
      const [result] = await Promise.all([ended, writing]);
      return result;
    },
  };
}
