import type { ReplaySummary } from '@parley/protocol/management';
import { milliseconds, plainNumber } from '../../components/values/format-time.ts';
import { fill, strings } from '../../strings/index.ts';
import classes from '../overview/Overview.module.css';

const text = strings.replay;
type Durations = ReplaySummary['before']['totalMs'];

const msText = (value: number | null): string => (value === null ? '–' : milliseconds(value));

export function SummaryTiles({ summary }: { summary: ReplaySummary }) {
  const { turns, different, wordsDiffer, tagsDiffer, before, after } = summary;
  const share = fill(text.ofTurns, { count: plainNumber(turns) });
  const figures = [
    { label: strings.replays.different, value: plainNumber(different), beside: [share] },
    { label: text.wordsDiffer, value: plainNumber(wordsDiffer), beside: [share] },
    { label: text.tagsDiffer, value: plainNumber(tagsDiffer), beside: [share] },
    {
      label: text.failed,
      value: plainNumber(after.failed),
      beside: [fill(text.wasBefore, { value: plainNumber(before.failed) })],
    },
    timeTile(text.firstSentence, before.firstSentenceMs, after.firstSentenceMs),
    timeTile(text.whole, before.totalMs, after.totalMs),
  ];
  return (
    <dl className={classes.figures} aria-label={text.summary}>
      {figures.map(({ label, value, beside }) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd className={`${classes.value} number`}>{value}</dd>
          {beside.map((line) => (
            <dd key={line} className={`${classes.beside} number`}>
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

const timeTile = (label: string, before: Durations, after: Durations) => ({
  label,
  value: msText(after.median),
  beside: [
    fill(text.wasBefore, { value: msText(before.median) }),
    fill(text.p95, { value: msText(after.p95) }),
    fill(text.p95Before, { value: msText(before.p95) }),
  ],
});
