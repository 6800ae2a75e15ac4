import { readFileSync } from 'node:fs';
import { startInterval } from '../../../kernel/index.ts';

const kibibyte = 1_024;

/** The memory that a process has in use, in bytes. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes ?? 0) * kibibyte;
}

export type PeakMemory = AsyncDisposable & { readonly peakBytes: number };

/** The most memory that a process has in use while this watches it. */
export function watchMemory(pid: number): PeakMemory {
  let peakBytes = residentBytes(pid);
  const look = async () => {
    peakBytes = Math.max(peakBytes, residentBytes(pid));
  };
  // A process that was killed has no memory.
  const watching = startInterval({ everyMs: 20, run: look, onError: () => {} });
  return {
    get peakBytes() {
      return peakBytes;
    },
    [Symbol.asyncDispose]: () => watching[Symbol.asyncDispose](),
  };
}
