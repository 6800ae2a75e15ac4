import type { BrainComparison, BrainFigures } from '@parley/protocol/management';
import { milliseconds, plainNumber } from '../../../components/values/format-time.ts';
import { strings } from '../../../strings/index.ts';

const text = strings.compare;

const none = '–';
const time = (ms: number | null): string => (ms === null ? none : milliseconds(ms));
const count = (value: number | null): string => (value === null ? none : plainNumber(value));
/** Such as "3 (12 %)". */
const share = (value: number | null, of: number): string =>
  value === null ? none : of === 0 ? count(value) : `${count(value)} (${Math.round((value / of) * 100)} %)`;

const figures: Readonly<Record<keyof typeof text.figures, (one: BrainFigures) => string>> = {
  sessions: ({ sessions }) => count(sessions),
  turns: ({ turns }) => count(turns),
  failed: ({ failed, turns }) => share(failed, turns),
  interrupted: ({ interrupted, turns }) => share(interrupted, turns),
  firstSentenceP50: ({ firstSentenceP50Ms }) => time(firstSentenceP50Ms),
  firstSentenceP95: ({ firstSentenceP95Ms }) => time(firstSentenceP95Ms),
  totalP50: ({ totalP50Ms }) => time(totalP50Ms),
  totalP95: ({ totalP95Ms }) => time(totalP95Ms),
  characters: ({ characters }) => count(characters),
  stars: ({ stars, ratings }) => (stars === null ? none : `${stars.toFixed(1)} (${count(ratings)})`),
};

/** The figures of both brains, one row each. */
export const figureRows = ({ first, second }: Pick<BrainComparison, 'first' | 'second'>) =>
  Object.entries(figures).map(([id, read]) => ({
    id,
    label: text.figures[id as keyof typeof figures],
    first: read(first),
    second: read(second),
  }));
