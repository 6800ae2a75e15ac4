import type { SessionDetail } from '@parley/protocol/management';
import { useState } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import { timeText } from '../../../components/forms/time-units.ts';
import { fill, strings } from '../../../strings/index.ts';
import { handBackOf } from './hand-back.ts';
import classes from './Live.module.css';
import { MessageField } from './MessageField.tsx';
import { ConnectionAlert, HandedBackAlert, SessionOverAlert } from './Notices.tsx';
import { TakeOver } from './TakeOver.tsx';
import type { Answering } from './use-answering.ts';
import type { LiveSessionView } from './use-live-session.ts';

export type WhoAnswers = 'brain' | 'you' | 'other';

/** Below the conversation: what the reader can do now, and what has changed. */
export function AnswerBar(props: {
  session: SessionDetail;
  view: LiveSessionView;
  answering: Answering;
  whoAnswers: WhoAnswers;
}) {
  const { view, answering, whoAnswers } = props;
  const account = useApiQuery('account.get').data;
  const silence = timeText(account?.takeoverSilence ?? 0);
  // Kept while the brain answers, so that nothing is lost by a hand-back.
  const [draft, setDraft] = useState('');
  const [hadIt, setHadIt] = useState(false);
  if (whoAnswers !== 'brain' && hadIt !== (whoAnswers === 'you')) setHadIt(whoAnswers === 'you');
  const handBack = hadIt ? handBackOf(view) : null;
  if (view.link === 'ended') return <SessionOverAlert />;
  if (view.now === null) return <div className={classes.bar} />;
  return (
    <>
      {view.link === 'open' ? null : <ConnectionAlert link={view.link} isAnswering={whoAnswers === 'you'} />}
      {handBack === null ? null : <HandedBackAlert why={handBack} silence={silence} />}
      {whoAnswers === 'you' ? (
        <MessageField
          draft={draft}
          onDraft={setDraft}
          quickReplies={account?.quickReplies ?? []}
          silence={silence}
          answering={answering}
        />
      ) : whoAnswers === 'brain' ? (
        <TakeOver session={props.session} answering={answering} />
      ) : (
        <p className={classes.hint}>{fill(strings.live.other, { name: view.now.person?.name ?? '' })}</p>
      )}
    </>
  );
}
