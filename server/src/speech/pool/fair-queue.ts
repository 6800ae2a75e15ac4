/** Whose sentence is spoken: an account, and a name within it, such as a session. */
export type Caller = { readonly account: string; readonly name: string };

type CallerQueue<Job> = {
  readonly jobs: { readonly job: Job; readonly arrivedMs: number }[];
  /** When the sound synthesized so far will have been played. */
  playsUntilMs: number;
};

type AccountQueue<Job> = {
  readonly callers: Map<string, CallerQueue<Job>>;
  /** How much sound was synthesized for the account. It is meaningful only in comparison with other accounts. */
  usedMs: number;
};

/** A caller with less sound left than this is close to a gap. */
const scarceMs = 1_500;
/** An account that got this much more sound than another waiting account goes after it. */
const leadMs = 8_000;
/** The least that a job counts for: it may be aborted before it makes a sound. */
const jobMs = 500;

/**
 * A queue that is fair between accounts, and between their callers. The jobs of one caller stay in order. The caller
 * whose sound is about to run out goes first, because a gap is worse than a late start. The others go by the time at
 * which their next sound is due. So a caller with a long text does not delay the others: the sound it already has moves
 * its next job back. An account that has had its share waits, however many callers it has.
 */
export class FairQueue<Job> {
  readonly #accounts = new Map<string, AccountQueue<Job>>();
  /** The sound of the account that got least. An idle account starts again from here, so it cannot save up a share. */
  #leastMs = 0;

  /** How many jobs wait. */
  get size(): number {
    let size = 0;
    for (const { callers } of this.#accounts.values())
      for (const { jobs } of callers.values()) size += jobs.length;
    return size;
  }

  /** The longest time that a caller has been waiting for sound with none left to play. */
  longestWaitMs(nowMs: number): number {
    let longestMs = 0;
    for (const { callers } of this.#accounts.values())
      for (const { jobs, playsUntilMs } of callers.values())
        if (jobs[0] !== undefined)
          longestMs = Math.max(longestMs, nowMs - Math.max(jobs[0].arrivedMs, playsUntilMs));
    return longestMs;
  }

  /** How many callers wait for sound that they need now. They go before a caller that arrives later. */
  due(nowMs: number): number {
    let count = 0;
    for (const { callers } of this.#accounts.values())
      for (const { jobs, playsUntilMs } of callers.values())
        if (jobs.length > 0 && playsUntilMs - nowMs <= scarceMs) count += 1;
    return count;
  }

  add(caller: Caller, job: Job, nowMs: number): void {
    const account = this.#accountOf(caller);
    if (!hasJobs(account)) account.usedMs = Math.max(account.usedMs, this.#leastMs);
    queueOf(account, caller, nowMs).jobs.push({ job, arrivedMs: nowMs });
  }

  take(nowMs: number): Job | undefined {
    const waiting = [...this.#accounts.values()].filter(hasJobs);
    if (waiting.length > 0) this.#leastMs = Math.min(...waiting.map(({ usedMs }) => usedMs));
    let first: { account: AccountQueue<Job>; queue: CallerQueue<Job>; rank: number } | undefined;
    for (const [name, account] of this.#accounts) {
      const next = nextCaller(account, nowMs);
      if (account.callers.size === 0) this.#accounts.delete(name);
      if (next === undefined || account.usedMs > this.#leastMs + leadMs) continue;
      if (first === undefined || next.rank < first.rank) first = { account, ...next };
    }
    if (first === undefined) return undefined;
    first.account.usedMs += jobMs;
    return first.queue.jobs.shift()?.job;
  }

  remove({ account, name }: Caller, job: Job): void {
    const jobs = this.#accounts.get(account)?.callers.get(name)?.jobs ?? [];
    const index = jobs.findIndex((waiting) => waiting.job === job);
    if (index !== -1) jobs.splice(index, 1);
  }

  /** Reports that sound of this duration was synthesized. */
  made(caller: Caller, durationMs: number, nowMs: number): void {
    const account = this.#accountOf(caller);
    account.usedMs += durationMs;
    const queue = queueOf(account, caller, nowMs);
    queue.playsUntilMs = Math.max(queue.playsUntilMs, nowMs) + durationMs;
  }

  /** Reports that the caller's playback was cut short. Its next job is due immediately. */
  silenced({ account, name }: Caller, nowMs: number): void {
    const queue = this.#accounts.get(account)?.callers.get(name);
    if (queue !== undefined) queue.playsUntilMs = Math.min(queue.playsUntilMs, nowMs);
  }

  /** Removes and returns all jobs. */
  drain(): Job[] {
    const queues = [...this.#accounts.values()].flatMap(({ callers }) => [...callers.values()]);
    this.#accounts.clear();
    return queues.flatMap(({ jobs }) => jobs.map(({ job }) => job));
  }

  #accountOf({ account: name }: Caller): AccountQueue<Job> {
    const account = this.#accounts.get(name) ?? { callers: new Map(), usedMs: this.#leastMs };
    this.#accounts.set(name, account);
    return account;
  }
}

function queueOf<Job>({ callers }: AccountQueue<Job>, { name }: Caller, nowMs: number): CallerQueue<Job> {
  const queue = callers.get(name) ?? { jobs: [], playsUntilMs: nowMs };
  callers.set(name, queue);
  return queue;
}

const hasJobs = <Job>({ callers }: AccountQueue<Job>): boolean =>
  callers.values().some(({ jobs }) => jobs.length > 0);

/** The caller with the lowest rank. Forgets callers that have neither jobs nor sound. */
function nextCaller<Job>(
  { callers }: AccountQueue<Job>,
  nowMs: number,
): { queue: CallerQueue<Job>; rank: number } | undefined {
  let first: { queue: CallerQueue<Job>; rank: number } | undefined;
  for (const [name, queue] of callers) {
    const head = queue.jobs[0];
    if (head === undefined) {
      if (queue.playsUntilMs <= nowMs) callers.delete(name);
      continue;
    }
    const rank = rankOf(head.arrivedMs, queue.playsUntilMs, nowMs);
    if (rank < (first?.rank ?? Number.POSITIVE_INFINITY)) first = { queue, rank };
  }
  return first;
}

/** The lowest rank goes first. It is negative for callers that are speaking and have little sound left. */
function rankOf(arrivedMs: number, playsUntilMs: number, nowMs: number): number {
  const wasSpeaking = arrivedMs < playsUntilMs;
  const leftMs = playsUntilMs - nowMs;
  if (wasSpeaking && leftMs <= scarceMs) return leftMs - scarceMs - 1;
  return Math.max(arrivedMs, playsUntilMs);
}
