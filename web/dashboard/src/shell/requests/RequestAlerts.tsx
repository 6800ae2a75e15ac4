import type { LiveSession } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useLiveSessions } from '../../api/live-sessions.ts';
import { hideRequest, showInPage, showInSystem } from './notify-request.tsx';
import { ring } from './ring.ts';
import { isSoundOn } from './sound-setting.ts';
import { changesOf, waitingIn } from './waiting-requests.ts';

/** On every page: tells the person when a visitor asks for a person. Requests from before are only counted. */
export function RequestAlerts({ account }: { account: string }) {
  const { data, isFirstTab } = useLiveSessions(account);
  const known = useRef<readonly LiveSession[] | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (data === null) return;
    const waiting = waitingIn(data);
    const { fresh, gone } = changesOf(known.current ?? waiting, waiting);
    known.current = waiting;
    for (const session of gone) hideRequest(session);
    for (const session of fresh) {
      const open = () =>
        void navigate({ to: '/$account/sessions/$session', params: { account, session: session.id } });
      if (!location.pathname.endsWith(session.id)) showInPage(session, open);
      if (isFirstTab) showInSystem(session, open);
    }
    if (fresh.length > 0 && isFirstTab && isSoundOn()) ring();
  }, [data, isFirstTab, account, navigate]);
  return null;
}
