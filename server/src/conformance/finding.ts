import type { Evidence } from '../rehearsal/index.ts';

export type Grade = 'passed' | 'warning' | 'failed' | 'not applicable';

/** The outcome of one check. */
export type Finding = {
  readonly grade: Grade;
  /** What is wrong, or why the check does not apply. Null if it passed. */
  readonly problem: string | null;
  readonly evidence: Evidence | null;
};

export const passed: Finding = { grade: 'passed', problem: null, evidence: null };

export const failed = (problem: string, evidence: Evidence | null): Finding => ({
  grade: 'failed',
  problem,
  evidence,
});

export const warning = (problem: string, evidence: Evidence | null): Finding => ({
  grade: 'warning',
  problem,
  evidence,
});

export const notApplicable = (problem: string): Finding => ({
  grade: 'not applicable',
  problem,
  evidence: null,
});

/** Nothing can be checked, because nothing answers at the address. */
export class CannotTry extends Error {
  override name = 'CannotTry';
}
