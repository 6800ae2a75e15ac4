/**
 * How long the processor works on this, in milliseconds: the shortest of several runs. Other programs on the machine
 * hardly change it, unlike the time that passes.
 */
export function processorMs(work: () => void, runs: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
