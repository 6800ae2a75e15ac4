import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../kernel/index.ts';
import { isAlive, startTime } from '../processes/index.ts';

export type ServiceState = 'starting' | 'ready' | 'stopping';

/** The content of service.json: which service uses the data folder. */
export interface ServiceRecord {
  /** Distinguishes one service from the next, even if their pids are equal. */
  id: string;
  pid: number;
  startTime: string;
  state: ServiceState;
  url: string | null;
  /** The folder of its voices, if it has one. */
  voiceFolder?: string | null;
}

export const recordFile = (folder: string): string => join(folder, 'service.json');

export const newRecord = (): ServiceRecord => ({
  id: randomUUID(),
  pid: process.pid,
  startTime: startTime(process.pid) ?? '',
  state: 'starting',
  url: null,
});

export const readRecord = async (file: string): Promise<ServiceRecord | undefined> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : parse(text);
};

// A power cut may leave garbage. It counts as the record of a dead process.
const parse = (text: string): ServiceRecord => {
  try {
    const value = JSON.parse(text) as Partial<ServiceRecord> | null;
    if (typeof value?.id === 'string' && typeof value.pid === 'number') return value as ServiceRecord;
  } catch {}
  const id = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { id, pid: 0, startTime: '', state: 'stopping', url: null };
};

export const isHeld = ({ pid, startTime: recorded }: ServiceRecord): boolean =>
  pid > 0 && isAlive(pid) && startTime(pid) === recorded;

const writeBeside = async (file: string, record: ServiceRecord): Promise<string> => {
  const beside = `${file}.${randomUUID()}.tmp`;
  await writeFile(beside, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return beside;
};

export const replaceRecord = async (file: string, record: ServiceRecord): Promise<void> => {
  await rename(await writeBeside(file, record), file);
};

/**
 * Returns false if there is a record already. Unlike a file that is opened for writing, a link appears with its whole
 * content.
 */
export const createRecord = async (file: string, record: ServiceRecord): Promise<boolean> => {
  const beside = await writeBeside(file, record);
  try {
    await link(beside, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(beside);
  }
};

/** The service that currently uses a data folder, or null. */
export const readService = async (folder: string): Promise<ServiceRecord | null> => {
  const record = await readRecord(recordFile(folder));
  return record !== undefined && isHeld(record) ? record : null;
};
