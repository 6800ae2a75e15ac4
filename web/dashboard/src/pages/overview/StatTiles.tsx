import type { Overview } from '@parley/protocol/dashboard';
import { milliseconds, plainNumber } from '../../components/format-time.ts';
import { strings } from '../../strings/index.ts';
import classes from './Overview.module.css';

const words = strings.overview;

export function StatTiles({ overview }: { overview: Overview }) {
  const { concurrent, totals, latency } = overview;
  const figures = [
    { label: words.now, value: plainNumber(concurrent.now), beside: words.peak(concurrent.peak) },
    { label: words.sessions, value: plainNumber(totals.sessions), beside: words.ranges[overview.range] },
    {
      label: words.minutes,
      value: plainNumber(Math.round(totals.minutes)),
      beside: words.ranges[overview.range],
    },
    { label: words.turns, value: plainNumber(totals.turns), beside: words.failed(totals.failedTurns) },
    {
      label: words.latency,
      value: latency === null ? '–' : milliseconds(latency.p50),
      beside: latency === null ? words.noLatency : words.p95(milliseconds(latency.p95)),
    },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, beside }) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd className={`${classes.value} number`}>{value}</dd>
          <dd className={`${classes.beside} number`}>{beside}</dd>
        </div>
      ))}
    </dl>
  );
}
