import { createHook } from 'node:async_hooks';
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** A service's report about its own resources. Timers that do not keep the process alive count, too. */
export type ResourceReport = { readonly timers: number; readonly sockets: number; readonly heapMb: number };

/** The file to write to. */
export const reportVariable = 'PARLEY_RESOURCE_REPORT';

const counted = new Set(['Timeout', 'TCPWRAP', 'PIPEWRAP']);

/** Loaded into a service under test before the service's own code. At SIGUSR2 it writes a report. */
function startReporting(file: string): void {
  const open = new Map<number, string>();
  createHook({
    init(id, type) {
      if (counted.has(type)) open.set(id, type);
    },
    destroy: (id) => open.delete(id),
    trackPromises: false,
  }).enable();
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    collectGarbage();
    const types = [...open.values()];
    const timers = types.filter((type) => type === 'Timeout').length;
    const heapMb = process.memoryUsage().heapUsed / 1e6;
    const report: ResourceReport = { timers, sockets: types.length - timers, heapMb };
    writeFileSync(`${file}.new`, JSON.stringify(report));
    renameSync(`${file}.new`, file);
  });
}

const file = process.env[reportVariable];
if (isMainThread && file !== undefined) startReporting(file);
