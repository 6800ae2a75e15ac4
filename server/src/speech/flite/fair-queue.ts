type CallerQueue<Job> = {
  readonly jobs: { readonly job: Job; readonly arrivedMs: number }[];
  /** When the sound synthesized so far will have been played. */
  playsUntilMs: number;
};

/** A caller with less sound left than this is close to a gap. */
const scarceMs = 1_500;

/**
 * A queue that is fair between callers. The jobs of one caller stay in order. The caller whose sound is about to run out
 * goes first, because a gap is worse than a late start. The others go by the time at which their next sound is due. So a
 * caller with a long text does not delay the others: the sound it already has moves its next job back.
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

  /** Reports that sound of this duration was synthesized. */
  made(caller: string, durationMs: number, nowMs: number): void {
    const queue = this.#callers.get(caller) ?? { jobs: [], playsUntilMs: nowMs };
    queue.playsUntilMs = Math.max(queue.playsUntilMs, nowMs) + durationMs;
    this.#callers.set(caller, queue);
  }

  /** Reports that the caller's playback was cut short. Its next job is due immediately. */
  silenced(caller: string, nowMs: number): void {
    const queue = this.#callers.get(caller);
    if (queue !== undefined) queue.playsUntilMs = Math.min(queue.playsUntilMs, nowMs);
  }

  /** Removes and returns all jobs. */
  drain(): Job[] {
    const jobs = [...this.#callers.values()].flatMap((queue) => queue.jobs.map(({ job }) => job));
    this.#callers.clear();
    return jobs;
  }
}

/** The lowest rank goes first. It is negative for callers that are speaking and have little sound left. */
function rankOf(arrivedMs: number, playsUntilMs: number, nowMs: number): number {
  const wasSpeaking = arrivedMs < playsUntilMs;
  const leftMs = playsUntilMs - nowMs;
  if (wasSpeaking && leftMs <= scarceMs) return leftMs - scarceMs - 1;
  return Math.max(arrivedMs, playsUntilMs);
}
