import type { LiveSessions } from '@parley/protocol/management';
import { useEffect, useState } from 'react';
import { callUrl } from '../../api/call.ts';

/** The list of live sessions. The service pushes it, and the browser reconnects automatically. */
export function useLiveSessions(account: string): { data: LiveSessions | null; isLost: boolean } {
  const [data, setData] = useState<LiveSessions | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const source = new EventSource(callUrl('sessions.stream', { params: { account } }));
    source.addEventListener('sessions', (event) => {
      setData(JSON.parse((event as MessageEvent<string>).data) as LiveSessions);
      setLost(false);
    });
    source.onerror = () => setLost(true);
    return () => source.close();
  }, [account]);
  return { data, isLost };
}
