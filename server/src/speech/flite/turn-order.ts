type Line<Job> = {
  readonly jobs: { readonly job: Job; readonly arrivedMs: number }[];
  /** When the sound made so far will have been played. */
  playsUntilMs: number;
};

/** So little sound left is close to a gap. */
const scarceMs = 1_500;

/**
 * Whose work is next. Each caller's own comes in order. Between callers the one goes first whose sound is about to run
 * out, as a gap is worse than a late beginning; then by when each is due. One that has much to say gets ahead of nobody:
 * what is made for it moves its own next turn away.
 */
export class TurnOrder<Job> {
  readonly #lines = new Map<string, Line<Job>>();

  add(caller: string, job: Job, nowMs: number): void {
    const line = this.#lines.get(caller) ?? { jobs: [], playsUntilMs: nowMs };
    line.jobs.push({ job, arrivedMs: nowMs });
    this.#lines.set(caller, line);
  }

  take(nowMs: number): Job | undefined {
    let first: Line<Job> | undefined;
    let firstRank = Number.POSITIVE_INFINITY;
    for (const [caller, line] of this.#lines) {
      const head = line.jobs[0];
      if (head === undefined) {
        if (line.playsUntilMs <= nowMs) this.#lines.delete(caller);
        continue;
      }
      const rank = rankOf(head.arrivedMs, line.playsUntilMs, nowMs);
      if (rank >= firstRank) continue;
      first = line;
      firstRank = rank;
    }
    return first?.jobs.shift()?.job;
  }

  remove(caller: string, job: Job): void {
    const jobs = this.#lines.get(caller)?.jobs ?? [];
    const index = jobs.findIndex((waiting) => waiting.job === job);
    if (index !== -1) jobs.splice(index, 1);
  }

  /** Sound was made that takes so long to play. */
  made(caller: string, durationMs: number, nowMs: number): void {
    const line = this.#lines.get(caller) ?? { jobs: [], playsUntilMs: nowMs };
    line.playsUntilMs = Math.max(line.playsUntilMs, nowMs) + durationMs;
    this.#lines.set(caller, line);
  }

  /** Its sound was cut short: whatever it says next is due at once. */
  silenced(caller: string, nowMs: number): void {
    const line = this.#lines.get(caller);
    if (line !== undefined) line.playsUntilMs = Math.min(line.playsUntilMs, nowMs);
  }

  /** Takes everything out. */
  drain(): Job[] {
    const jobs = [...this.#lines.values()].flatMap((line) => line.jobs.map(({ job }) => job));
    this.#lines.clear();
    return jobs;
  }
}

/** The smaller, the sooner. Below zero are those who speak and have little sound left. */
function rankOf(arrivedMs: number, playsUntilMs: number, nowMs: number): number {
  const wasSpeaking = arrivedMs < playsUntilMs;
  const leftMs = playsUntilMs - nowMs;
  if (wasSpeaking && leftMs <= scarceMs) return leftMs - scarceMs - 1;
  return Math.max(arrivedMs, playsUntilMs);
}
