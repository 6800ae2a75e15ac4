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

export const withGrade = (checks: readonly CheckResult[], grade: Grade): readonly CheckResult[] =>
  checks.filter((check) => check.grade === grade);

/** A fault that was found counts, even if the rest could not be tried. */
export function verdictOf({
  faults,
  wasTried,
}: {
  readonly faults: number;
  readonly wasTried: boolean;
}): Verdict {
  if (faults > 0) return 'faulty';
  return wasTried ? 'good' : 'untried';
}
