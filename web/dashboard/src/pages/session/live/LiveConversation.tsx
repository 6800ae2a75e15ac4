import type { SessionDetail } from '@parley/protocol/management';
import { useMe } from '../../../api/me.ts';
import { Panel } from '../../../components/page/Panel.tsx';
import { StatusBadge } from '../../../components/values/StatusBadge.tsx';
import { fill, strings } from '../../../strings/index.ts';
import { AvatarStatusBadge } from '../../sessions/AvatarStatusBadge.tsx';
import sessionClasses from '../Session.module.css';
import { TranscriptLine } from '../TranscriptLine.tsx';
import { AnswerBar } from './AnswerBar.tsx';
import { ConversationLog } from './ConversationLog.tsx';
import { LineView } from './LineView.tsx';
import classes from './Live.module.css';
import { useAnswering } from './use-answering.ts';
import { useLiveSession } from './use-live-session.ts';

const text = strings.live;

/** A live session as it happens, with what a person needs to answer in place of the brain. */
export function LiveConversation({ session }: { session: SessionDetail }) {
  const view = useLiveSession(session.id, session.state === 'ended');
  const answering = useAnswering(session.id, view);
  const myId = useMe().id;
  const { now, lines, heard } = view;
  const person = now?.person ?? null;
  const whoAnswers = person === null ? 'brain' : person.id === myId ? 'you' : 'other';
  const names = { visitor: session.user.name, avatar: session.avatar.name, person: person?.name ?? '' };
  const badges =
    now === null || view.link === 'ended' ? null : (
      <div className={classes.badges}>
        {now.connected ? null : <StatusBadge tone="warn">{text.visitorAway}</StatusBadge>}
        <span role="status">
          <StatusBadge tone={whoAnswers === 'brain' ? 'quiet' : 'good'}>
            {fill(text.answers[whoAnswers], { name: names.person })}
          </StatusBadge>
        </span>
        <AvatarStatusBadge status={now.status} />
      </div>
    );
  return (
    <Panel title={text.title} actions={badges}>
      <ConversationLog>
        {lines.length === 0 && heard === null ? <p className={classes.hint}>{text.empty}</p> : null}
        <ol className={sessionClasses.talk}>
          {lines.map((line) => (
            <LineView key={line.key} line={line} names={names} onSendAgain={answering.sayAgain} />
          ))}
          {heard === null ? null : (
            <TranscriptLine
              speaker="user"
              who={names.visitor}
              at={null}
              text={heard}
              marks={[text.hearing]}
              isOpen
            />
          )}
        </ol>
      </ConversationLog>
      <p className={classes.typing}>
        {view.isTyping && whoAnswers === 'other' ? fill(text.typing, { name: names.person }) : null}
      </p>
      <AnswerBar session={session} view={view} answering={answering} whoAnswers={whoAnswers} />
    </Panel>
  );
}
