import type { Finding, Grade } from './finding.ts';

export type CheckText = {
  /** What is sent, and what must happen. */
  readonly about: string;
  readonly contract: string;
  readonly mend: string;
};

export type CheckResult = CheckText & Finding & { readonly name: string };

export type Verdict = 'good' | 'faulty' | 'untried';

export type Report = {
  /** The address that was checked. */
  readonly subject: string;
  readonly verdict: Verdict;
  readonly requests: number;
  readonly seconds: number;
  readonly checks: readonly CheckResult[];
};

export const exitCodes: Readonly<Record<Verdict, number>> = { good: 0, faulty: 1, untried: 2 };

export const withGrade = (checks: readonly CheckResult[], grade: Grade): readonly CheckResult[] =>
  checks.filter((check) => check.grade === grade);

/** A fault that was found counts, even if the rest could not be tried. */
export function verdictOf(checks: readonly CheckResult[], wasTried: boolean): Verdict {
  const faults = withGrade(checks, 'failed').length;
  if (wasTried) return faults === 0 ? 'good' : 'faulty';
  return faults > 1 ? 'faulty' : 'untried';
}
