import type { SessionState } from '@parley/protocol';
import { reportReady } from '../load/child.ts';
import { bootService, type ServiceAddress } from '../service/booted-service.ts';

/**
 * The service in a process of its own. Only what cannot be had from outside is added: one session is live, so that
 * there is something to query.
 */
export type ServiceReady = ServiceAddress & { readonly sessionId: string; readonly state: SessionState };

await using service = await bootService({
  // The per-address limit stays in the path; it only must not end the bench.
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
});

await reportReady({ ...service.address, sessionId, state } satisfies ServiceReady);
