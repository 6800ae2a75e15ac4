import type { Overview } from '@parley/protocol/management';
import { Panel } from '../../components/page/Panel.tsx';
import { milliseconds, plainNumber } from '../../components/values/format-time.ts';
import { plural, strings } from '../../strings/index.ts';
import { FailedTurns } from './FailedTurns.tsx';
import classes from './Overview.module.css';

const text = strings.overview;
type Row = Overview['latencyByAvatar'][number];

const dayMs = 86_400_000;

/** One bar per avatar: median, p95 and p99 as nested bars on a common scale. */
export function AvatarLatency({ rows, fromMs }: { rows: readonly Row[]; fromMs: number }) {
  // One avatar's turns are counted in whole days.
  const dayFromMs = Math.floor(fromMs / dayMs) * dayMs;
  const scaleMs = Math.max(1, ...rows.map(({ ms }) => ms?.p99 ?? 0));
  return (
    <Panel title={text.byAvatar} lead={text.byAvatarLead}>
      {rows.length === 0 ? <p className={classes.none}>{text.noData}</p> : <Legend />}
      <div className={classes.rows}>
        {rows.map((row) => (
          <AvatarRow key={row.avatar.id} row={row} fromMs={dayFromMs} scaleMs={scaleMs} />
        ))}
      </div>
    </Panel>
  );
}

function Legend() {
  return (
    <div className={classes.legend}>
      {(['p50', 'p95', 'p99'] as const).map((name) => (
        <span key={name}>
          <span className={`${classes.swatch} ${classes[name]}`} />
          {name}
        </span>
      ))}
      <span>
        <span className={classes.swatch} style={{ background: 'var(--mantine-color-orange-5)', width: 3 }} />
        {text.brain}
      </span>
    </div>
  );
}

function AvatarRow(props: { row: Row; fromMs: number; scaleMs: number }) {
  const { fromMs, scaleMs } = props;
  const { avatar, turns, failed, ms, brainMs } = props.row;
  const share = (value: number) => `${Math.min(100, (value / scaleMs) * 100)}%`;
  return (
    <div className={classes.row}>
      <span>
        {avatar.name}
        <br />
        <span className={classes.numbers}>
          {plural(text.turnCount, turns, { shown: plainNumber(turns) })},{' '}
          <FailedTurns count={failed} fromMs={fromMs} avatar={avatar.id} />
        </span>
      </span>
      <div>
        <div className={classes.bar} aria-hidden="true">
          {ms === null
            ? null
            : (['p99', 'p95', 'p50'] as const).map((name) => (
                <span
                  key={name}
                  className={`${classes.part} ${classes[name]}`}
                  style={{ width: share(ms[name]) }}
                />
              ))}
          {brainMs === null ? null : (
            <span className={classes.brainMark} style={{ left: share(brainMs.p50) }} />
          )}
        </div>
        <span className={classes.numbers}>
          {ms === null
            ? text.noLatency
            : `p50 ${milliseconds(ms.p50)} · p95 ${milliseconds(ms.p95)} · p99 ${milliseconds(ms.p99)}`}
          {brainMs === null ? null : ` · ${text.brain} ${milliseconds(brainMs.p50)}`}
        </span>
      </div>
    </div>
  );
}
