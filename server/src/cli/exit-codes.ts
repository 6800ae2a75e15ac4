import type { Report } from '../conformance/index.ts';
import type { CrowdReport, RehearsalReport } from '../rehearsal/index.ts';

/** Exit codes of the commands that judge something. A pipeline can tell a fault from a try that did not work. */
const good = 0;
const faulty = 1;
const untried = 2;

export const exitCodes: {
  readonly check: Readonly<Record<Report['verdict'], number>>;
  readonly rehearse: Readonly<Record<RehearsalReport['verdict'], number>>;
  readonly crowd: Readonly<Record<CrowdReport['verdict'], number>>;
  readonly replay: Readonly<Record<'same' | 'different' | 'unfinished', number>>;
} = {
  check: { good, faulty, untried },
  rehearse: { good, faulty, untried },
  crowd: {
    carried: good,
    knee: good,
    bent: faulty,
    failed: faulty,
    limited: faulty,
    stopped: faulty,
    untried,
  },
  replay: { same: good, different: faulty, unfinished: untried },
};
