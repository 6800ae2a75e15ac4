import type { Clock, Log } from '../../kernel/index.ts';
import { Channel } from '../channel.ts';
import type { SpeechUnit } from '../units/unit.ts';
import { abortedFailure, SpeechFailure } from '../voice.ts';
import { type Caller, FairQueue } from './fair-queue.ts';
import { PoolLoad } from './pool-load.ts';
import { Thread, type ThreadEvents, type VoiceThread } from './thread.ts';
import { emptySlot, type Job, type ThreadSlot, type UnitPiece } from './thread-slot.ts';
import type { UnitReport } from './worker-messages.ts';

export type PoolOptions = {
  /** What each thread gets, such as its program. It is loaded with the first thread. */
  readonly setup: () => Promise<unknown>;
  /** The file that a thread runs. */
  readonly entry: URL;
  readonly sampleRate: number;
  readonly threads: number;
  /** If a unit takes longer, its thread is replaced. */
  readonly limitMs: number;
  /** A thread that is not ready by then is replaced. */
  readonly startLimitMs: number;
  /** The threads are ended after this long without a unit, unless they are still needed. */
  readonly idleMs: number;
  /** Whether a client may want to hear something soon. */
  isNeeded(): boolean;
  /** Starts a thread. By default it is a worker thread that runs `entry`. */
  readonly startThread?: (setup: unknown, events: ThreadEvents) => VoiceThread;
  readonly clock: Clock;
  readonly log: Log;
};

const maxFailedStarts = 3;
/** Fewer than a thread can serve, because a further thread takes seconds to start while others speak. */
const listenersPerThread = 4;

/**
 * Threads that synthesize speech, and the queue in front of them. The first one starts with the first job, further ones
 * when there are more listeners or jobs have to wait. Together with their program they take some 50 MB, so they end
 * when they are not needed.
 */
export class SpeechPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #queue = new FairQueue<Job>();
  readonly #slots: ThreadSlot[];
  readonly load: PoolLoad;
  readonly #waitingForStart: (() => void)[] = [];
  readonly #ending = new Set<Promise<void>>();
  /** Undefined while no thread needs it. */
  #setup: { readonly value: unknown } | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #failedStarts = 0;
  #isClosed = false;
  /** How many threads the listeners need. */
  #expected = 1;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.threads }, () => emptySlot());
    this.load = new PoolLoad(this.#slots, this.#queue, options.clock);
  }

  get sampleRate(): number {
    return this.#options.sampleRate;
  }

  /** How many threads there are. */
  get threads(): number {
    return this.#slots.filter(({ state }) => state !== 'empty').length;
  }

  /** Starts as many threads as this many listeners need. A crowd that is answered at once must not wait for threads. */
  prepareFor(listeners: number): void {
    this.#expected = Math.ceil(listeners / listenersPerThread);
    void this.#start();
  }

  /** Starts a thread if there is none, so that the next job need not wait. Resolves when the start has ended. */
  async prepare(): Promise<void> {
    await this.#start();
    this.#watchIdleness();
    if (this.#slots.every(({ state }) => state !== 'starting')) return;
    await new Promise<void>((resolve) => this.#waitingForStart.push(resolve));
  }

  speak(unit: SpeechUnit, caller: Caller, signal: AbortSignal): AsyncIterableIterator<UnitPiece> {
    const stop = () => {
      this.#cancel(job);
      job.pieces.abort(abortedFailure());
    };
    const pieces = new Channel<UnitPiece>({
      onLeave: () => this.#cancel(job),
      onClose: () => signal.removeEventListener('abort', stop),
    });
    const job: Job = { unit, caller, pieces };
    if (this.#isClosed || signal.aborted) {
      pieces.abort(abortedFailure());
      return pieces;
    }
    signal.addEventListener('abort', stop, { once: true });
    this.#queue.add(caller, job, this.#now());
    this.#dispatch();
    void this.#start();
    this.#watchIdleness();
    return pieces;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    for (const { pieces } of this.#queue.drain()) pieces.abort(abortedFailure());
    await Promise.all(this.#slots.map(async ({ thread }) => await thread?.end('the service stops')));
    await Promise.all(this.#ending);
    this.#settleWaiting();
  }

  /**
   * Starts threads until there are as many as the listeners need, and as many as jobs wait. One job may wait per
   * thread: it is read ahead.
   */
  async #start(): Promise<void> {
    if (!this.#needsThread()) return;
    try {
      this.#setup ??= { value: await this.#options.setup() };
    } catch (error) {
      this.#options.log.error({ err: error }, 'could not load the built-in voice');
      this.#failAll('Could not load the built-in voice.');
      return;
    }
    for (const slot of this.#slots)
      if (slot.state === 'empty' && this.#needsThread()) this.#fill(slot, this.#setup.value);
  }

  #needsThread(): boolean {
    const { threads } = this;
    if (this.#isClosed || threads === this.#slots.length) return false;
    return threads < Math.max(1, this.#expected) || this.#queue.size > threads;
  }

  /** Restarts the idle time after which the threads end. */
  #watchIdleness(): void {
    clearTimeout(this.#idleTimer);
    if (this.#isClosed) return;
    this.#idleTimer = setTimeout(() => this.#endIfIdle(), this.#options.idleMs).unref();
  }

  #endIfIdle(): void {
    const isBusy =
      this.#queue.size > 0 || this.#slots.some(({ state }) => state === 'starting' || state === 'busy');
    if (isBusy || this.#options.isNeeded()) {
      this.#watchIdleness();
      return;
    }
    this.#setup = undefined;
    this.#expected = 1;
    for (const slot of this.#slots) {
      if (slot.thread !== undefined) this.#retire(slot.thread);
      slot.thread = undefined;
      slot.state = 'empty';
    }
  }

  #retire(thread: VoiceThread): void {
    const ending = thread.retire().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #fill(slot: ThreadSlot, setup: unknown): void {
    slot.state = 'starting';
    slot.isWarm = false;
    slot.timer = setTimeout(
      () => void slot.thread?.end('it did not start'),
      this.#options.startLimitMs,
    ).unref();
    const events: ThreadEvents = {
      ready: () => {
        this.#failedStarts = 0;
        this.#rest(slot);
      },
      report: (report) => this.#report(slot, report),
      gone: (reason) => this.#gone(slot, reason),
    };
    const { startThread, entry } = this.#options;
    slot.thread = startThread?.(setup, events) ?? new Thread(setup, entry, events);
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      if (slot.state !== 'idle') continue;
      this.load.noteWait();
      const job = this.#queue.take(this.#now());
      if (job === undefined) return;
      slot.state = 'busy';
      slot.job = job;
      slot.soundMs = 0;
      slot.wasAborted = false;
      slot.timer = setTimeout(() => this.#expire(slot), this.#options.limitMs).unref();
      slot.thread?.speak(job.unit);
    }
  }

  #report(slot: ThreadSlot, report: UnitReport): void {
    const { job } = slot;
    switch (report.kind) {
      case 'timing':
        job?.pieces.push({ kind: 'timing', timing: report.timing });
        return;
      case 'audio':
        if (job === undefined) return;
        this.#made(slot, job, (report.samples.length / this.#options.sampleRate) * 1_000);
        job.pieces.push({ kind: 'audio', samples: report.samples });
        return;
      case 'failed':
        this.#options.log.warn('the built-in voice failed on a sentence');
        this.#options.log.debug({ reason: report.message }, 'why the built-in voice failed on a sentence');
        job?.pieces.fail(new SpeechFailure('voice', 'The voice failed on this sentence.'));
        this.#rest(slot);
        return;
      case 'done':
        job?.pieces.end();
        this.load.measure(slot, report.cpuMs);
        this.#rest(slot);
    }
  }

  #made(slot: ThreadSlot, { caller }: Job, durationMs: number): void {
    slot.soundMs += durationMs;
    this.#queue.made(caller, durationMs, this.#now());
  }

  #rest(slot: ThreadSlot): void {
    clearTimeout(slot.timer);
    slot.job = undefined;
    slot.state = 'idle';
    this.#settleWaiting();
    this.#dispatch();
  }

  #expire(slot: ThreadSlot): void {
    slot.job?.pieces.fail(new SpeechFailure('timeout', 'The voice took too long.'));
    void slot.thread?.end('a unit took too long');
  }

  #gone(slot: ThreadSlot, reason: string): void {
    clearTimeout(slot.timer);
    if (slot.state === 'starting') this.#failedStarts += 1;
    if (this.#isClosed) slot.job?.pieces.abort(abortedFailure());
    else slot.job?.pieces.fail(new SpeechFailure('voice', 'The voice broke off.'));
    slot.job = undefined;
    slot.thread = undefined;
    slot.state = 'empty';
    if (this.#isClosed) return;
    this.#options.log.warn('a thread of the built-in voice is replaced');
    this.#options.log.debug({ reason }, 'why a thread of the built-in voice is replaced');
    if (this.#failedStarts < maxFailedStarts) {
      void this.#start();
      return;
    }
    // The next sentence tries again. Until then no caller waits for threads that cannot start.
    this.#failedStarts = 0;
    this.#failAll('Could not start the built-in voice.');
  }

  #cancel(job: Job): void {
    this.#queue.remove(job.caller, job);
    this.#queue.silenced(job.caller, this.#now());
    for (const slot of this.#slots) {
      if (slot.job !== job) continue;
      slot.wasAborted = true;
      slot.thread?.cancel();
    }
  }

  #failAll(message: string): void {
    for (const { pieces } of this.#queue.drain()) pieces.fail(new SpeechFailure('voice', message));
    this.#settleWaiting();
  }

  #settleWaiting(): void {
    if (this.#slots.some(({ state }) => state === 'starting') && !this.#isClosed) return;
    for (const resolve of this.#waitingForStart.splice(0)) resolve();
  }

  #now(): number {
    return this.#options.clock.monotonicMs();
  }
}
