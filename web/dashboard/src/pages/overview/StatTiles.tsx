import type { Overview } from '@parley/protocol/management';
import { milliseconds, plainNumber } from '../../components/values/format-time.ts';
import { fill, strings } from '../../strings/index.ts';
import { FailedTurns } from './FailedTurns.tsx';
import classes from './Overview.module.css';

const text = strings.overview;

export function StatTiles({ overview }: { overview: Overview }) {
  const { concurrent, totals, latency } = overview;
  const figures = [
    {
      label: text.now,
      value: plainNumber(concurrent.now),
      beside: fill(text.peak, { count: concurrent.peak }),
    },
    { label: text.sessions, value: plainNumber(totals.sessions), beside: text.ranges[overview.range] },
    {
      label: text.minutes,
      value: plainNumber(Math.round(totals.minutes)),
      beside: text.ranges[overview.range],
    },
    {
      label: text.turns,
      value: plainNumber(totals.turns),
      beside: <FailedTurns count={totals.failedTurns} fromMs={overview.usage[0]?.at ?? 0} />,
    },
    {
      label: text.latency,
      value: latency === null ? '–' : milliseconds(latency.p50),
      beside: latency === null ? text.noLatency : fill(text.p95, { ms: milliseconds(latency.p95) }),
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
