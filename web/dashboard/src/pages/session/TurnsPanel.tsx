import type { Turn } from '@parley/protocol/management';
import { Panel } from '../../components/page/Panel.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { strings } from '../../strings/index.ts';
import classes from './Session.module.css';
import { TurnRow } from './TurnRow.tsx';
import { phasesOf } from './turn-phases.ts';

const text = strings.session;
const names = ['wait', 'brain', 'sentence', 'sound'] as const;

/** Each turn as a waterfall, all on the same scale. */
export function TurnsPanel({ turns }: { turns: readonly Turn[] }) {
  if (turns.length === 0) return <EmptyState icon="overview" title={text.turns} text={text.noTurns} />;
  const scaleMs = Math.max(
    100,
    ...turns.flatMap((turn) => phasesOf(turn).map((phase) => phase.fromMs + phase.lengthMs)),
  );
  return (
    <Panel title={text.turns} lead={text.turnsLead}>
      <div className={classes.legend}>
        {names.map((name) => (
          <span key={name}>
            <span className={`${classes.swatch} ${classes[name]}`} />
            {text.phases[name]}
          </span>
        ))}
      </div>
      {turns.map((turn) => (
        <TurnRow key={turn.number} turn={turn} scaleMs={scaleMs} />
      ))}
    </Panel>
  );
}
