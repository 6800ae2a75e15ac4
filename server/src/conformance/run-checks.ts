import { CannotTry, type Finding, failed, notApplicable } from './finding.ts';
import type { CheckResult, CheckText } from './report.ts';

export type CheckTexts<N extends string> = Readonly<Record<N, CheckText>>;
export type Checks<N extends string, S> = Readonly<Record<N, (subject: S) => Promise<Finding>>>;

export type RunOptions<N extends string> = {
  /** Only these are run; null for all. */
  readonly only: readonly string[] | null;
  /** If one of these fails, the others are not tried: each of them would fail for the same reason. */
  readonly basic: readonly N[];
  /** Asked after a fault: a check may have ended the server. */
  readonly isReachable: () => Promise<boolean>;
  /** Ends the run. */
  readonly signal: AbortSignal;
};

export type Run = {
  readonly results: readonly CheckResult[];
  readonly wasTried: boolean;
  /** The failed checks, without one that found nothing at the address. */
  readonly faults: number;
};

/** Runs the checks one after another, in the order of their texts. */
export async function runChecks<N extends string, S>(
  texts: CheckTexts<N>,
  checks: Checks<N, S>,
  subject: S,
  { only, basic, isReachable, signal }: RunOptions<N>,
): Promise<Run> {
  const names = (Object.keys(texts) as N[]).filter((name) => only === null || only.includes(name));
  const results: CheckResult[] = [];
  let stopped: string | null = null;
  let wasTried = true;
  let faults = 0;
  for (const name of names) {
    if (stopped !== null) {
      results.push({ name, ...texts[name], ...notApplicable(stopped) });
      continue;
    }
    let finding: Finding;
    let isUnreached = false;
    try {
      finding = await checks[name](subject);
    } catch (error) {
      if (!(error instanceof CannotTry)) throw error;
      wasTried = false;
      isUnreached = true;
      finding = failed(error.message, null);
    }
    if (signal.aborted) {
      wasTried = false;
      stopped = 'Not tried: the time for the whole run is over.';
      finding = notApplicable(stopped);
    } else if (!wasTried || (finding.grade === 'failed' && basic.includes(name))) {
      stopped = `Not tried, because ${name} failed.`;
    } else if (finding.grade === 'failed' && !(await isReachable())) {
      stopped = `Not tried, because nothing answers any more after ${name}.`;
    }
    if (finding.grade === 'failed' && !isUnreached) faults += 1;
    results.push({ name, ...texts[name], ...finding });
  }
  return { results, wasTried, faults };
}
