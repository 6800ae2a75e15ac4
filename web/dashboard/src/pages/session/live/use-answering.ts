import { useRef } from 'react';
import { useAccountId } from '../../../api/account-id.ts';
import { call } from '../../../api/call.ts';
import { randomKey } from '../../../api/creation-keys.ts';
import { useMe } from '../../../api/me.ts';
import { useAction } from '../../../components/forms/use-action.ts';
import { notifyError } from '../../../components/page/notifications.ts';
import type { LiveSessionView } from './use-live-session.ts';

/** The service shows that the person is writing for six seconds after it was told so. */
const typingReportEveryMs = 2_500;

/** What a person does in a live session: takes it over, writes, says something, hands it back. */
export function useAnswering(session: string, { tell }: Pick<LiveSessionView, 'tell'>) {
  const params = { account: useAccountId(), session };
  const me = useMe();
  const name = me.name === '' ? me.email : me.name;
  const typingReportedAt = useRef(0);
  /** One after the other, so that they are said in the order in which they were written. */
  const sending = useRef<Promise<void>>(Promise.resolve());
  const send = (id: string, text: string) => {
    typingReportedAt.current = 0;
    sending.current = sending.current.then(() =>
      call('sessions.say', { params, body: { id, text } }).then(
        () => tell({ kind: 'queued', id }),
        (error: unknown) => {
          tell({ kind: 'refused', id });
          notifyError(error);
        },
      ),
    );
  };
  return {
    take: useAction('sessions.take', { params }),
    release: useAction('sessions.release', { params }),
    say(text: string) {
      const id = randomKey();
      tell({ kind: 'sending', id, text, person: name });
      send(id, text);
    },
    /** With the same id, so that words that have arrived after all are not said twice. */
    sayAgain(id: string, text: string) {
      tell({ kind: 'again', id });
      send(id, text);
    },
    typing() {
      if (Date.now() - typingReportedAt.current < typingReportEveryMs) return;
      typingReportedAt.current = Date.now();
      // If it fails, the visitor sees no sign of it. The next words will tell why.
      call('sessions.typing', { params }).catch(() => {});
    },
  };
}

export type Answering = ReturnType<typeof useAnswering>;
