import { memoryOf, processTree } from '../../../server/src/processes/testing/memory.ts';

const megabyte = 1_024 * 1_024;

export type StartedService = {
  /** The process id of npm, the parent of the service and its database. */
  readonly npmPid: number;
  readonly pid: number;
  readonly url: string;
  readonly operatorToken: string;
};

export type Holdings = {
  readonly rows: readonly (readonly [string, number])[];
  readonly totalMegabytes: number;
};

/** The memory of a service and its database in MiB, by holder. The rows add up to the total. */
export async function holdingsOf(service: StartedService): Promise<Holdings> {
  const all = processTree(service.npmPid);
  const inService = processTree(service.pid);
  const inDatabase = inService.filter((pid) => pid !== service.pid);
  const starters = all.filter((pid) => !inService.includes(pid));
  const [npm, own, database] = [starters, [service.pid], inDatabase].map((pids) => memoryOf(pids));
  if (npm === undefined || own === undefined || database === undefined) throw new Error('unreachable');
  const { total } = memoryOf(all);
  const heap = await heapBytes(service);
  const rows: [string, number][] = [
    ['npm, which waits for the service', npm.total],
    ['service: objects and code of JavaScript', heap],
    ['service: threads, buffers, compiled modules', own.own - heap],
    ['service: the Node program and libraries', own.files + own.shared],
    [`database: ${inDatabase.length} processes`, database.own],
    ['database: shared memory', database.shared],
    ['database: the PostgreSQL program and libraries', database.files],
  ];
  // Libraries that more than one program uses are counted once.
  const twice = rows.reduce((sum, [, bytes]) => sum + bytes, 0) - total;
  rows.push(['counted twice: libraries that they share', -twice]);
  return {
    rows: rows.map(([name, bytes]) => [name, bytes / megabyte]),
    totalMegabytes: total / megabyte,
  };
}

async function heapBytes({ url, operatorToken }: StartedService): Promise<number> {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const [, bytes] = /^parley_nodejs_heap_size_total_bytes (\S+)$/m.exec(text) ?? [];
  if (bytes === undefined) throw new Error('the service does not tell the size of its heap');
  return Number(bytes);
}
