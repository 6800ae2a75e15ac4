import type { Tone } from '../../components/StatusBadge.tsx';

const good = new Set(['ok', 'answered', 'spoken', 'done', 'acknowledged', 'empty', 'completed']);
const warn = new Set(['interrupted', 'cancelled', 'aborted', 'owed', 'sent', 'pending', 'open']);

/** Outcomes are plain words of the service; unknown ones are shown without a judgement. */
export const toneOf = (outcome: string): Tone =>
  good.has(outcome)
    ? 'good'
    : warn.has(outcome)
      ? 'warn'
      : /fail|refus|timeout|error/.test(outcome)
        ? 'bad'
        : 'quiet';
