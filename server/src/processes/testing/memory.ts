import { readdirSync, readFileSync } from 'node:fs';
import { parentOf } from '../inspect.ts';

/** Bytes of memory that processes use, as if nothing else ran on the machine. */
export type MemoryUse = {
  /** Memory of their own: heaps and stacks. */
  readonly own: number;
  /** Memory that they share, such as the buffers of PostgreSQL. */
  readonly shared: number;
  /** Programs and libraries. The system can drop these pages and read them again. */
  readonly files: number;
  readonly total: number;
};

/** The process and all its descendants. Linux only. */
export const processTree = (root: number): number[] => {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  const children = Map.groupBy(pids, (pid) => parentOf(pid) ?? 0);
  const withDescendants = (pid: number): number[] => [
    pid,
    ...(children.get(pid) ?? []).flatMap(withDescendants),
  ];
  return withDescendants(root);
};

/**
 * What processes use together (Linux only). It is their PSS, except that files count as if no other process used them.
 * Otherwise a service would look smaller beside other programs that run on the same Node.
 */
export const memoryOf = (pids: readonly number[]): MemoryUse => {
  let [own, shared] = [0, 0];
  const files = new Map<string, number>();
  for (const pid of pids) {
    const sums = read(`/proc/${pid}/smaps_rollup`);
    own += bytesIn(sums, 'Pss_Anon');
    shared += bytesIn(sums, 'Pss_Shmem');
    for (const [file, bytes] of filesIn(read(`/proc/${pid}/smaps`))) {
      files.set(file, Math.max(files.get(file) ?? 0, bytes));
    }
  }
  const fileBytes = files.values().reduce((sum, bytes) => sum + bytes, 0);
  return { own, shared, files: fileBytes, total: own + shared + fileBytes };
};

/** A process that has just ended uses nothing. */
const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const bytesIn = (text: string, name: string): number => {
  // slow-regex: it reads /proc.
  const [, kilobytes = '0'] = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text) ?? [];
  return Number(kilobytes) * 1_024;
};

/** How much of each file a process has in memory, without the pages that it has changed. */
const filesIn = (smaps: string): Map<string, number> => {
  const files = new Map<string, number>();
  for (const mapping of smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    // slow-regex: it reads /proc.
    const [, file] = /^\S+ \S+ \S+ \S+ [1-9]\d* +(\/.*)$/m.exec(mapping) ?? [];
    if (file === undefined || file.startsWith('/dev/')) continue;
    const clean = bytesIn(mapping, 'Rss') - bytesIn(mapping, 'Anonymous');
    files.set(file, (files.get(file) ?? 0) + clean);
  }
  return files;
};
