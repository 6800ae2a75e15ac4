import { unlink } from 'node:fs/promises';
import { waitFor } from '../processes/index.ts';
import { createRecord, isHeld, readRecord, replaceRecord, type ServiceRecord } from './record.ts';

export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning';
  readonly pid: number;
  readonly url: string | null;

  constructor({ pid, url }: ServiceRecord) {
    super(
      `Parley is already running on this data folder (pid ${pid}${url === null ? '' : `, ${url}`}). Stop it first, or set DATA_DIR to another folder.`,
    );
    this.pid = pid;
    this.url = url;
  }
}

// A service has 5 s to drain and stop.
const stoppingLimitMs = 6000;

/** Writes `mine` as the folder's record, as soon as no other running service holds it. */
export const takeLock = async (file: string, mine: ServiceRecord): Promise<void> => {
  let holder: ServiceRecord | 'takeover' | undefined;
  await waitFor(
    async () => {
      holder = await claim(file, mine);
      if (holder === undefined) return true;
      return holder === 'takeover' || holder.state === 'stopping' ? undefined : true;
    },
    { limitMs: stoppingLimitMs },
  );
  if (holder === undefined) return;
  throw new AlreadyRunning(holder === 'takeover' ? ((await readRecord(file)) ?? mine) : holder);
};

/**
 * Returns undefined if the folder was claimed, otherwise its holder. To replace the record of a dead holder, a process
 * must first claim a second file that is named after that record. So if two processes find the holder dead, they cannot
 * both replace the record, and one cannot replace the other's new record.
 */
const claim = async (file: string, mine: ServiceRecord): Promise<ServiceRecord | 'takeover' | undefined> => {
  if (await createRecord(file, mine)) return undefined;
  const holder = await readRecord(file);
  if (holder === undefined) return 'takeover';
  if (isHeld(holder)) return holder;
  const right = `${file}.${holder.id}`;
  if ((await claim(right, mine)) !== undefined) return 'takeover';
  try {
    if ((await readRecord(file))?.id !== holder.id) return 'takeover';
    await replaceRecord(file, mine);
    return undefined;
  } finally {
    await unlink(right);
  }
};

export const releaseLock = async (file: string, { id }: ServiceRecord): Promise<void> => {
  if ((await readRecord(file))?.id === id) await unlink(file);
};
