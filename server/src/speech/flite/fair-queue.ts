type CallerQueue<Job> = {
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
export class FairQueue<Job> {
  readonly #callers = new Map<string, CallerQueue<Job>>();

  add(caller: string, job: Job, nowMs: number): void {
    const queue = this.#callers.get(caller) ?? { jobs: [], playsUntilMs: nowMs };
    queue.jobs.push({ job, arrivedMs: nowMs });
    this.#callers.set(caller, queue);
  }

  take(nowMs: number): Job | undefined {
    let first: CallerQueue<Job> | undefined;
    let firstRank = Number.POSITIVE_INFINITY;
    for (const [caller, queue] of this.#callers) {
      const head = queue.jobs[0];
      if (head === undefined) {
        if (queue.playsUntilMs <= nowMs) this.#callers.delete(caller);
        continue;
      }
      const rank = rankOf(head.arrivedMs, queue.playsUntilMs, nowMs);
      if (rank >= firstRank) continue;
      first = queue;
      firstRank = rank;
    }
    return first?.jobs.shift()?.job;
  }

  remove(caller: string, job: Job): void {
    const jobs = this.#callers.get(caller)?.jobs ?? [];
    const index = jobs.findIndex((waiting) => waiting.job === job);
    if (index !== -1) jobs.splice(index, 1);
  }

  /** Sound was made that takes so long to play. */
  made(caller: string, durationMs: number, nowMs: number): void {
    const queue = this.#callers.get(caller) ?? { jobs: [], playsUntilMs: nowMs };
    queue.playsUntilMs = Math.max(queue.playsUntilMs, nowMs) + durationMs;
    this.#callers.set(caller, queue);
  }

  /** Its sound was cut short: whatever it says next is due at once. */
  silenced(caller: string, nowMs: number): void {
    const queue = this.#callers.get(caller);
    if (queue !== undefined) queue.playsUntilMs = Math.min(queue.playsUntilMs, nowMs);
  }

  /** Takes everything out. */
  drain(): Job[] {
    const jobs = [...this.#callers.values()].flatMap((queue) => queue.jobs.map(({ job }) => job));
    this.#callers.clear();
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
