const rounds = 5;
/** The clock of a thread may move only once in 10 ms. */
const stepsInRound = 4;
/** What a fast machine needs for the longest of the steps, with much to spare. */
const minMs = 20;
const plainJson = `[${'0,'.repeat(1_000_000)}0]`;

/**
 * The CPU time of a step in this thread. The shortest of several rounds counts, because other work can only add time.
 * The first round that is short enough on any machine is the last one.
 */
export function shortestCpuMs(step: () => unknown): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && shortest >= minMs; round += 1) {
    const before = process.threadCpuUsage();
    for (let done = 0; done < stepsInRound; done += 1) step();
    const { user, system } = process.threadCpuUsage(before);
    shortest = Math.min(shortest, (user + system) / 1_000 / stepsInRound);
  }
  return shortest;
}

/** The CPU time of a step that is short on this machine: three times as long as 2 MB of plain JSON take here. */
export const shortStepMs = (): number => Math.max(minMs, 3 * shortestCpuMs(() => JSON.parse(plainJson)));
