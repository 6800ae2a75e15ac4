import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = '/sys/fs/cgroup';
/** Short, so that a process that has used its share does not wait long for the next. */
const periodMicros = 10_000;

/** Lets a process use this share of one processor at most. Null if the system does not allow it. */
export async function limitProcessor(pid: number, share: number): Promise<AsyncDisposable | null> {
  const quota = Math.round(periodMicros * share);
  const name = `parley-bench-${pid}`;
  return (
    (await limitIn(join(root, 'cpu', name), pid, {
      'cpu.cfs_period_us': String(periodMicros),
      'cpu.cfs_quota_us': String(quota),
    })) ?? (await limitIn(join(root, name), pid, { 'cpu.max': `${quota} ${periodMicros}` }))
  );
}

async function limitIn(
  folder: string,
  pid: number,
  values: Readonly<Record<string, string>>,
): Promise<AsyncDisposable | null> {
  try {
    await mkdir(folder);
  } catch {
    return null;
  }
  const leave = async () => {
    await writeFile(join(folder, '..', 'cgroup.procs'), String(pid)).catch(() => {});
    await rmdir(folder).catch(() => {});
  };
  try {
    for (const [file, value] of Object.entries(values)) await writeFile(join(folder, file), value);
    await writeFile(join(folder, 'cgroup.procs'), String(pid));
  } catch {
    await leave();
    return null;
  }
  return { [Symbol.asyncDispose]: leave };
}
