import type { Overview } from '@parley/protocol/management';
import { milliseconds, plainNumber } from '../../components/values/format-time.ts';
import { strings } from '../../strings/index.ts';
import classes from './Overview.module.css';

const text = strings.overview;

export function StatTiles({ overview }: { overview: Overview }) {
  const { concurrent, totals, latency } = overview;
  const figures = [
    { label: text.now, value: plainNumber(concurrent.now), beside: text.peak(concurrent.peak) },
    { label: text.sessions, value: plainNumber(totals.sessions), beside: text.ranges[overview.range] },
    {
      label: text.minutes,
      value: plainNumber(Math.round(totals.minutes)),
      beside: text.ranges[overview.range],
    },
    { label: text.turns, value: plainNumber(totals.turns), beside: text.failed(totals.failedTurns) },
    {
      label: text.latency,
      value: latency === null ? '–' : milliseconds(latency.p50),
      beside: latency === null ? text.noLatency : text.p95(milliseconds(latency.p95)),
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
