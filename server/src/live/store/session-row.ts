import type { ClientFrames, DisconnectReason } from '@parley/protocol';
import type { Passes } from '../identity/session-credentials.ts';
import type { Link } from '../link/link.ts';

export type Platform = ClientFrames['platform']['platform'];
export type LoginState = 'none' | 'sent' | 'done' | 'refused';

/** Who a session is of: fixed for its life. */
export type SessionIdentity = {
  readonly id: string;
  readonly accountId: string;
  readonly avatarId: number;
  readonly visitorId: number;
  readonly pageUserId: string | null;
  readonly userName: string;
  readonly maxDurationSeconds: number;
  readonly createdAt: number;
};

/** All of a session that changes and must outlive the process. */
export type SessionRow = Passes & {
  readonly id: string;
  readonly state: Link['kind'];
  readonly firstConnectedAt: number | null;
  readonly connectedAt: number | null;
  readonly connectedMs: number;
  readonly droppedAt: number | null;
  readonly endedAt: number | null;
  readonly endReason: DisconnectReason | null;
  readonly login: LoginState;
  readonly logout: 'none' | 'due';
  readonly transcript: 'none' | 'due';
  readonly lastSequence: number;
  readonly unsaid: string | null;
  readonly tags: string | null;
};

/** The columns in which a link is kept. */
export function columnsOf(link: Link) {
  const before = link.kind === 'waiting' ? null : link.before;
  return {
    state: link.kind,
    firstConnectedAt: before?.firstConnectedAt ?? null,
    connectedAt: link.kind === 'connected' ? link.since : null,
    connectedMs: before?.connectedMs ?? 0,
    droppedAt: link.kind === 'dropped' ? link.since : null,
    endedAt: link.kind === 'ended' ? link.at : null,
    endReason: link.kind === 'ended' ? link.reason : null,
  };
}
