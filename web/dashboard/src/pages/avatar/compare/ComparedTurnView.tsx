import { Text } from '@mantine/core';
import type { ComparedTurn } from '@parley/protocol/management';
import { useAccountId } from '../../../api/account-id.ts';
import { TextLink } from '../../../components/page/TextLink.tsx';
import { TurnArticle } from '../../../components/page/TurnArticle.tsx';
import { milliseconds, shortTime } from '../../../components/values/format-time.ts';
import { StatusBadge } from '../../../components/values/StatusBadge.tsx';
import { strings } from '../../../strings/index.ts';
import { toneOf } from '../../session/outcome-tone.ts';
import classes from './Compare.module.css';

const text = strings.compare;

/** A question with the answers of both brains, side by side. */
export function ComparedTurnView({ turn }: { turn: ComparedTurn }) {
  const account = useAccountId();
  return (
    <TurnArticle>
      <div className={classes.head}>
        <strong className={classes.words}>{turn.message === '' ? text.noWords : turn.message}</strong>
        <TextLink to="/$account/sessions/$session" params={{ account, session: turn.session }} size="sm">
          {shortTime(turn.at)}
        </TextLink>
      </div>
      <div className={classes.answers}>
        {turn.first === null ? null : <AnswerView title={text.first} answer={turn.first} />}
        <AnswerView title={text.second} answer={turn.second} />
      </div>
    </TurnArticle>
  );
}

function AnswerView({ title, answer }: { title: string; answer: ComparedTurn['second'] }) {
  const { outcome, firstSentenceMs, text: words, problem } = answer;
  return (
    <div className={classes.answer}>
      <div className={classes.facts}>
        <span>{title}</span>
        <StatusBadge tone={toneOf(outcome)}>{outcome}</StatusBadge>
        {firstSentenceMs === null ? null : <span className="number">{milliseconds(firstSentenceMs)}</span>}
      </div>
      {words === '' ? null : <p className={classes.words}>{words}</p>}
      {problem === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)" className={classes.words}>
          {problem}
        </Text>
      )}
    </div>
  );
}
