import { readFile } from 'node:fs/promises';

const spare = 1_000;

/** Fails early if this process may not open enough sockets. */
export async function checkOpenFiles(sockets: number): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const allowed = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  if (allowed >= sockets + spare) return;
  throw new Error(
    `This bench opens ${sockets} sockets in one process, which may have ${allowed} open files: raise "ulimit -n".`,
  );
}
