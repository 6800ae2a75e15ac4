import { Text } from '@mantine/core';
import type { Turn } from '@parley/protocol/management';
import { Panel } from '../../components/page/Panel.tsx';
import { TurnArticle } from '../../components/page/TurnArticle.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { clockTime, milliseconds } from '../../components/values/format-time.ts';
import { SmallText } from '../../components/values/SmallText.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { fill, strings } from '../../strings/index.ts';
import { toneOf } from './outcome-tone.ts';
import classes from './Session.module.css';
import { firstSoundMs, phasesOf } from './turn-phases.ts';

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

function TurnRow({ turn, scaleMs }: { turn: Turn; scaleMs: number }) {
  const phases = phasesOf(turn);
  const sound = firstSoundMs(turn);
  return (
    <TurnArticle name={fill(text.turn, { number: turn.number })}>
      <div className={classes.turnHead}>
        <strong>{fill(text.turn, { number: turn.number })}</strong>
        <span>{text.kinds[turn.kind]}</span>
        <StatusBadge tone={toneOf(turn.outcome)}>{turn.outcome}</StatusBadge>
        <SmallText inline className="number">
          {clockTime(turn.receivedAt)}
        </SmallText>
        <span className={`${classes.total} number`}>
          {sound === null ? text.noSound : `${milliseconds(sound)} ${text.firstSound}`}
        </span>
      </div>
      <div className={classes.track} aria-hidden="true">
        {phases.map(({ name, fromMs, lengthMs }) => (
          <span
            key={name}
            className={`${classes.bar} ${classes[name]}`}
            style={{ left: `${(fromMs / scaleMs) * 100}%`, width: `${(lengthMs / scaleMs) * 100}%` }}
          />
        ))}
      </div>
      <ul className={classes.phases}>
        {phases.map(({ name, lengthMs }) => (
          <li key={name} className="number">
            {text.phases[name]} {milliseconds(lengthMs)}
          </li>
        ))}
      </ul>
      {turn.heard === null ? null : (
        <Text size="sm" mt={6}>
          {text.heard}: “{turn.heard}”
        </Text>
      )}
      {turn.problem === null ? null : (
        <Text size="sm" mt={6} c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
          {turn.problem}
        </Text>
      )}
      {turn.shadow === null ? null : (
        <Text size="sm" mt={6} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {text.shadow} ({turn.shadow.outcome}, {milliseconds(turn.shadow.totalMs)}):{' '}
          {turn.shadow.problem ?? turn.shadow.answer}
        </Text>
      )}
      {turn.detail === null ? null : (
        <details className={classes.details}>
          <summary>{text.details}</summary>
          <CodeBlock wrap label={text.details} code={JSON.stringify(turn.detail, null, 2)} />
        </details>
      )}
    </TurnArticle>
  );
}
