import { hostname } from 'node:os';
import type { Sql } from '../db/index.ts';
import { type Clock, type Log, startInterval, version, withinMs } from '../kernel/index.ts';
import { nextProcessId } from './process-id.ts';
import {
  beat,
  insertProcess,
  listProcesses,
  markReplaced,
  type ProcessReport,
  type ProcessRow,
} from './process-rows.ts';

export type MembershipDeps = {
  /** Opens a connection for the beats alone, which must not wait behind other statements. */
  connect(): Sql;
  readonly clock: Clock;
  readonly log: Log;
  readonly processId: string;
  readonly url?: string | null;
  describe(): ProcessReport;
  /** Whether other processes can be reached. */
  isLinkUp(): boolean;
  readonly leaseMs?: number;
  /** Null in tests that beat by themselves. */
  readonly beatMs?: number | null;
};

const defaultLeaseMs = 6_000;
const defaultBeatMs = 1_500;
const stoodStill = 'this process stood still for longer than its lease';

/** Registers this process with the service. Disposing of it signs the process off. */
export async function startMembership(deps: MembershipDeps): Promise<Membership> {
  const member = new Membership(deps);
  await member.register();
  return member;
}

/** This process as one of the service's processes. Its row says that it is alive. */
export class Membership implements AsyncDisposable {
  readonly #deps: MembershipDeps;
  readonly leaseMs: number;
  #sql: Sql;
  readonly #listeners: (() => void)[] = [];
  readonly #beats: ReturnType<typeof startInterval>;
  #id: string;
  /** The sessions of this id are lost, and the next id is not registered yet. */
  #lostId: string | null = null;
  #lastBeatMs: number;
  #steadySinceMs: number;
  /** When this process last tried to beat. It tries all the time, unless it stands still. */
  #lastTryMs: number;

  constructor(deps: MembershipDeps) {
    const { clock, log, beatMs = defaultBeatMs, leaseMs = defaultLeaseMs } = deps;
    this.#deps = deps;
    this.leaseMs = leaseMs;
    this.#sql = deps.connect();
    this.#id = deps.processId;
    this.#lastBeatMs = clock.monotonicMs();
    this.#steadySinceMs = this.#lastBeatMs;
    this.#beats = startInterval({
      everyMs: beatMs,
      run: () => {
        if (this.#stoodStill()) this.#lose(stoodStill);
        this.#lastTryMs = clock.monotonicMs();
        return this.#inTime(this.#beat());
      },
      onError: (error) => {
        log.warn({ err: error }, 'could not renew the lease of this process');
        this.#checkIsolation();
      },
      stopLimitMs: leaseMs,
    });
    this.#lastTryMs = this.#lastBeatMs;
  }

  /** The id under which this process owns sessions. It changes when others have declared this process dead. */
  get id(): string {
    return this.#id;
  }

  /** Whether its last beat is younger than its lease. */
  isLeaseValid(): boolean {
    return this.#lostId === null && this.#sinceBeatMs() < this.leaseMs;
  }

  /** Whether its beats have succeeded for a whole lease. Only then may it declare others dead. */
  isSteady(): boolean {
    const now = this.#deps.clock.monotonicMs();
    return (
      this.#lostId === null &&
      this.#sinceBeatMs() < this.leaseMs / 2 &&
      now - this.#steadySinceMs >= this.leaseMs
    );
  }

  peers(): Promise<ProcessRow[]> {
    return listProcesses(this.#sql);
  }

  /** The listener is called when this process has lost all sessions that it owned under its previous id. */
  onLost(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Another process says that it takes over the sessions of this id. */
  handleReplaced(id: string): void {
    if (id !== this.#id || this.#lostId !== null) return;
    this.#lose('another process has taken over the sessions of this one');
    void this.beatNow().catch(() => {});
  }

  /**
   * Call it before anything is done for a session. If this process stood still for longer than its lease, others may
   * have taken over, and its sessions are lost.
   */
  noticeFreeze(): void {
    if (!this.#stoodStill()) return;
    this.#lose(stoodStill);
    void this.beatNow().catch(() => {});
  }

  beatNow(): Promise<void> {
    return this.#beats.runNow();
  }

  async register(): Promise<void> {
    const { clock, url = null } = this.#deps;
    const facts = {
      id: this.#id,
      host: hostname(),
      pid: process.pid,
      version,
      url,
      startedAt: clock.now(),
    };
    await insertProcess(this.#sql, facts, this.#deps.describe(), this.leaseMs);
    this.#lastBeatMs = clock.monotonicMs();
    this.#steadySinceMs = this.#lastBeatMs;
  }

  /** Frees the sessions that this process still owns for others at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#beats[Symbol.asyncDispose]();
    await this.#inTime(markReplaced(this.#sql, this.#id)).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'could not sign off, others notice when the lease has run out'),
    );
    await this.#sql.end({ timeout: 0 });
  }

  #stoodStill(): boolean {
    // Tests that beat by themselves control the time.
    if (this.#lostId !== null || this.#deps.beatMs === null) return false;
    return this.#deps.clock.monotonicMs() - this.#lastTryMs >= this.leaseMs;
  }

  async #beat(): Promise<void> {
    const { clock, describe } = this.#deps;
    const sentAtMs = clock.monotonicMs();
    if (this.#lostId !== null) return await this.#registerAgain(this.#lostId);
    const isAlive = await beat(this.#sql, this.#id, describe(), clock.now(), this.leaseMs);
    if (this.#lostId !== null) return;
    if (!isAlive) {
      this.#lose('other processes have taken this one for dead');
      return await this.#registerAgain(this.#lostId ?? this.#id);
    }
    if (sentAtMs - this.#lastBeatMs > this.leaseMs / 2) this.#steadySinceMs = sentAtMs;
    this.#lastBeatMs = sentAtMs;
  }

  async #registerAgain(lostId: string): Promise<void> {
    await markReplaced(this.#sql, lostId);
    await this.register();
    this.#lostId = null;
    this.#deps.log.info({ processId: this.#id }, 'this process goes on under a new id');
  }

  /** A connection that does not answer is replaced: the database may have moved without closing it. */
  async #inTime(work: Promise<void>): Promise<void> {
    const late = () => {
      const silent = this.#sql;
      this.#sql = this.#deps.connect();
      void silent.end({ timeout: 0 });
      return new Error('the database does not answer');
    };
    await withinMs(work, this.leaseMs / 2, { late });
  }

  /** Others may be taking over while this process can reach neither the database nor other processes. */
  #checkIsolation(): void {
    if (this.#lostId !== null || this.#sinceBeatMs() < this.leaseMs || this.#deps.isLinkUp()) return;
    this.#lose('neither the database nor other processes can be reached');
  }

  #lose(reason: string): void {
    this.#deps.log.error({ processId: this.#id, reason }, 'this process lost its sessions');
    this.#lostId = this.#id;
    this.#id = nextProcessId(this.#id);
    for (const listener of this.#listeners) listener();
  }

  #sinceBeatMs(): number {
    return this.#deps.clock.monotonicMs() - this.#lastBeatMs;
  }
}
