import type { SessionState } from '@parley/protocol';
import { withoutPeople } from '../../../server/src/testing/app/live-session.ts';
import { bootService, type ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { reportReady } from '../../../server/src/testing/load/child.ts';

/**
 * The service in its own process. The only addition is one live session, which a client cannot create from outside. It
 * is there to be queried.
 */
export type ServiceReady = ServiceAddress & { readonly sessionId: string; readonly state: SessionState };

await using service = await bootService({
  // The per-address limit stays active, but it must not stop the bench.
  EDGE_RATE: '1000000',
  EDGE_BURST: '1000000',
});

const { accountId, avatarId } = service.address;
const sessionId = 'ses_benchbenchbenchbenchbench';
const state: SessionState = {
  avatarStatus: 'TALKING',
  avatarId,
  userId: 9_000_000_001,
  lastActivityAt: 1_750_000_000_000,
};
using _presence = service.running.bus.sessions.add({
  sessionId,
  accountId,
  state: () => state,
  disconnect: async () => false,
  callback: async () => 'ended' as const,
  clearContext: async () => {},
  ...withoutPeople,
});

await reportReady({ ...service.address, sessionId, state } satisfies ServiceReady);
