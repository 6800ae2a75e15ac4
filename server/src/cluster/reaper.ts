import type { Queries } from '../db/index.ts';
import { type Interval, type Log, startInterval } from '../kernel/index.ts';
import type { Membership } from './membership.ts';
import { deleteProcess, listReplaced, markExpired, type ReplacedProcess } from './process-rows.ts';

/** Takes over sessions of processes that are gone. */
export interface SessionAdopter {
  /** Takes over a process's sessions. False if some are left, for example because others are claiming them now. */
  adoptFrom(replaced: ReplacedProcess, signal: AbortSignal): Promise<boolean>;
  /** Takes over sessions that no process holds. */
  adoptUnowned(): Promise<void>;
}

export type ReaperDeps = {
  readonly sql: Queries;
  readonly log: Log;
  readonly membership: Pick<Membership, 'id' | 'leaseMs' | 'isSteady'>;
  readonly adopter: SessionAdopter;
  /** Tells all processes that the sessions of this one are being taken over. */
  announce(processId: string): void;
  /** Null in tests that run it by themselves. */
  readonly everyMs?: number | null;
};

const defaultEveryMs = 2_000;

/**
 * Finds processes whose lease has run out and takes over their sessions. All processes do this, so they share the work.
 * A process whose own beats were interrupted waits: after a pause of the database every lease has run out.
 */
export function startReaper(deps: ReaperDeps): Interval {
  const { sql, log, membership, adopter, everyMs = defaultEveryMs } = deps;
  const run = async (signal: AbortSignal): Promise<void> => {
    if (!membership.isSteady()) return;
    for (const processId of await markExpired(sql, membership.id, membership.leaseMs)) {
      log.warn({ processId }, 'a process is gone, its sessions are taken over');
      deps.announce(processId);
    }
    for (const replaced of await listReplaced(sql)) {
      if (signal.aborted) return;
      if (await adopter.adoptFrom(replaced, signal)) await deleteProcess(sql, replaced.id);
    }
    if (!signal.aborted) await adopter.adoptUnowned();
  };
  return startInterval({
    // Processes that were started together should not look at the same moment.
    everyMs: everyMs === null ? null : everyMs * (1 + Math.random() / 4),
    run,
    onError: (error) => log.warn({ err: error }, 'could not look for processes that are gone'),
  });
}
