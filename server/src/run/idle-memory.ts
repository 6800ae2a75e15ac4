import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Interval, type Log, startInterval } from '../kernel/index.ts';

export type IdleMemoryDeps = {
  /** Whether a pause of a tenth of a second would delay no visitor and no request. */
  isIdle(): boolean;
  readonly log: Log;
  readonly everyMs?: number | null;
  /** For tests. */
  readonly process?: { rssBytes(): number; release(): void };
};

const defaultEveryMs = 10_000;
/** Memory that has grown may hold garbage. So may memory that has shrunk: an ended thread leaves garbage behind. */
const maxChangeBytes = 16 * 1_024 * 1_024;

/**
 * Returns unused memory to the operating system while there are no conversations. V8 collects garbage only when it
 * needs space, so an idle process would keep what its start or its last visitors left behind: about 40 MB of empty
 * pages.
 */
export function startIdleMemory(deps: IdleMemoryDeps): Interval {
  const { isIdle, log, everyMs = defaultEveryMs } = deps;
  const { rssBytes, release } = deps.process ?? thisProcess();
  let keptBytes = 0;
  return startInterval({
    everyMs,
    run() {
      const before = rssBytes();
      if (Math.abs(before - keptBytes) < maxChangeBytes || !isIdle()) return;
      release();
      keptBytes = rssBytes();
      log.debug({ before, after: keptBytes }, 'returned unused memory');
    },
    onError: (error) => log.warn({ err: error }, 'could not return unused memory'),
  });
}

type CollectGarbage = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

function thisProcess() {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as CollectGarbage;
  return {
    rssBytes: () => process.memoryUsage.rss(),
    // Only this kind of collection also empties V8's pool of free pages.
    release: () => collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  };
}
