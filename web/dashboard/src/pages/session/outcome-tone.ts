import type { Tone } from '../../components/values/StatusBadge.tsx';

const good = new Set(['ok', 'answered', 'spoken', 'done', 'acknowledged', 'empty', 'completed', 'person']);
const warn = new Set(['interrupted', 'cancelled', 'aborted', 'owed', 'sent', 'pending', 'open']);

/** The badge colour of an outcome. Unknown outcomes get a neutral one. */
export const toneOf = (outcome: string): Tone =>
  good.has(outcome)
    ? 'good'
    : warn.has(outcome)
      ? 'warn'
      : /fail|refus|timeout|error/.test(outcome)
        ? 'bad'
        : 'quiet';
