import type { SessionDetail, WatchAnswer } from '@parley/protocol/management';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useAccountId } from '../../../api/account-id.ts';
import { call, callUrl } from '../../../api/call.ts';
import { openEventStream } from '../../../api/event-stream.ts';
import { invalidateCalls } from '../../../api/queries.ts';
import { addTranscript } from './add-transcript.ts';
import { emptyView, type LiveInput, type LiveView, stepLive } from './live-view.ts';

export type LiveSessionView = LiveView & { readonly tell: (input: LiveInput) => void };

/** Follows a live session. The lines begin with its transcript. `isOver`: the service has told so elsewhere. */
export function useLiveSession(session: string, isOver: boolean): LiveSessionView {
  const account = useAccountId();
  const client = useQueryClient();
  const [view, tell] = useReducer(stepLive, emptyView);
  const position = useRef('');
  position.current = view.epoch === null ? '' : `${view.epoch}.${view.last}`;
  const hasEnded = view.link === 'ended';
  useEffect(() => {
    if (isOver) tell({ kind: 'over' });
  }, [isOver]);
  useEffect(() => {
    if (hasEnded) return void invalidateCalls(client, ['sessions.get', 'sessions.list']);
    const params = { account, session };
    const urlNow = () =>
      callUrl('sessions.watch', {
        params,
        query: position.current === '' ? {} : { after: position.current },
      });
    const close = openEventStream(urlNow, {
      on: {
        watch: (data) => tell({ kind: 'answer', answer: JSON.parse(data) as WatchAnswer }),
        away: () => tell({ kind: 'away' }),
        end: () => {
          close();
          tell({ kind: 'ended' });
        },
      },
      onLost: () => tell({ kind: 'lost' }),
    });
    return close;
  }, [account, session, client, hasEnded]);
  const transcript = useTranscript(session, view);
  const lines = useMemo(() => addTranscript(view.lines, transcript), [view.lines, transcript]);
  return { ...view, lines, tell };
}

/** The transcript up to now, read again after each gap. */
function useTranscript(session: string, { epoch, gaps }: LiveView): SessionDetail['transcript'] {
  const account = useAccountId();
  const [transcript, setTranscript] = useState<SessionDetail['transcript']>([]);
  const isWatching = epoch !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each gap is a reason to read it again
  useEffect(() => {
    if (!isWatching) return;
    let isCurrent = true;
    call('sessions.get', { params: { account, session } }).then(
      (detail) => isCurrent && setTranscript(detail.transcript),
      // The lines that come from now on are still shown.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [account, session, isWatching, gaps]);
  return transcript;
}
