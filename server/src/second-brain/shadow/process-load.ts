import { performance } from 'node:perf_hooks';
import { poolStateOf, type Sql } from '../../db/index.ts';

/** Above this share of the process's time, visitors begin to wait for each other. */
const busyShare = 0.6;
const measureEveryMs = 100;
/** A few statements wait in any burst. */
const maxWaitingStatements = 8;

/** Whether this process has work enough without copies. It is measured only when somebody asks. */
export function createLoadCheck(sql: Sql): () => boolean {
  let before = performance.eventLoopUtilization();
  let measuredMs = performance.now();
  let isLoopBusy = false;
  return () => {
    const nowMs = performance.now();
    if (nowMs - measuredMs >= measureEveryMs) {
      const now = performance.eventLoopUtilization();
      isLoopBusy = performance.eventLoopUtilization(now, before).utilization > busyShare;
      before = now;
      measuredMs = nowMs;
    }
    return isLoopBusy || poolStateOf(sql).waiting() > maxWaitingStatements;
  };
}
