import type { ReplayTurn } from '@parley/protocol/management';
import { useAccountId } from '../../api/account-id.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { TurnArticle } from '../../components/page/TurnArticle.tsx';
import { milliseconds } from '../../components/values/format-time.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { fill, strings } from '../../strings/index.ts';
import classes from './Replay.module.css';

const text = strings.replay;
type Side = 'before' | 'after';

/** One question with the answers of both brains. Each side marks what the other does not have. */
export function ComparedTurn({ turn, session }: { turn: ReplayTurn; session: string }) {
  const account = useAccountId();
  const name = fill(text.turn, { session: turn.session, turn: turn.turn });
  return (
    <TurnArticle name={name}>
      <div className={classes.head}>
        <TextLink
          to="/$account/sessions/$session"
          params={{ account, session }}
          search={{ tab: 'turns' }}
          size="xs"
        >
          {name}
        </TextLink>
        <Badges turn={turn} />
      </div>
      <p className={classes.question}>{turn.question === '' ? text.onlyTags : turn.question}</p>
      <div className={classes.sides}>
        <Answer turn={turn} side="before" />
        <Answer turn={turn} side="after" />
      </div>
    </TurnArticle>
  );
}

function Badges({ turn }: { turn: ReplayTurn }) {
  const failed = turn.after.problem !== null;
  return (
    <>
      {turn.interrupted ? <StatusBadge tone="quiet">{text.interrupted}</StatusBadge> : null}
      {turn.different ? null : <StatusBadge tone="good">{text.same}</StatusBadge>}
      {turn.wordsDiffer ? <StatusBadge tone="warn">{text.wordsDiffer}</StatusBadge> : null}
      {turn.tagsDiffer ? <StatusBadge tone="warn">{text.tagsDiffer}</StatusBadge> : null}
      {failed ? <StatusBadge tone="bad">{strings.replays.states.failed}</StatusBadge> : null}
    </>
  );
}

function Answer({ turn, side }: { turn: ReplayTurn; side: Side }) {
  const { problem, tags, callbacks, firstSentenceMs, totalMs } = turn[side];
  const others = turn[side === 'before' ? 'after' : 'before'].tags;
  const Changed = side === 'before' ? 'del' : 'ins';
  return (
    <section className={classes.side} aria-label={text[side]}>
      <h3>{text[side]}</h3>
      {problem === null ? (
        <p>
          <Words turn={turn} side={side} />
        </p>
      ) : (
        <p className={classes.problem}>{problem}</p>
      )}
      {tags === null ? <p className={classes.quiet}>{text.tagsUnknown}</p> : null}
      {[...new Set(tags)].map((tag) => (
        <p key={tag} className="mono">
          {others === null || others.includes(tag) ? tag : <Changed>{tag}</Changed>}
        </p>
      ))}
      {[...new Set(callbacks)].map((said) => (
        <p key={said} className={classes.quiet}>
          {fill(text.byItself, { text: said })}
        </p>
      ))}
      <p className={`${classes.quiet} number`}>
        {[
          ...(firstSentenceMs === null ? [] : [`${text.firstSentence} ${milliseconds(firstSentenceMs)}`]),
          ...(totalMs === null ? [] : [`${text.whole} ${milliseconds(totalMs)}`]),
        ].join(', ')}
      </p>
    </section>
  );
}

function Words({ turn, side }: { turn: ReplayTurn; side: Side }) {
  if (turn[side].words === null) return <span className={classes.quiet}>{text.noReply}</span>;
  if (turn[side].words === '') return <span className={classes.quiet}>{text.emptyReply}</span>;
  const other = side === 'before' ? 'added' : 'removed';
  let at = 0;
  return turn.words
    .filter(({ kind }) => kind !== other && (side === 'after' || kind !== 'unheard'))
    .map(({ kind, text: words }) => {
      at += words.length + 1;
      const shown = `${words} `;
      if (kind === 'removed') return <del key={at}>{shown}</del>;
      if (kind === 'added') return <ins key={at}>{shown}</ins>;
      return (
        <span key={at} className={kind === 'unheard' ? classes.quiet : undefined}>
          {shown}
        </span>
      );
    });
}
