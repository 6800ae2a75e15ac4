import type { ClientFrames } from '@parley/protocol';
import type { SessionCredentials } from '../identity/session-credentials.ts';
import type { Link } from '../link/step-link.ts';

export type Platform = ClientFrames['platform']['platform'];
export type LoginState = 'none' | 'sent' | 'done' | 'refused';

/** The part of a session that changes and must survive the process. */
export type SessionRow = SessionCredentials &
  ReturnType<typeof linkColumns> &
  ReturnType<typeof taskColumns> &
  ReturnType<typeof requestColumns> & {
    readonly id: string;
    readonly login: LoginState;
    /** Whether the client comes back by itself after a drop. */
    readonly reconnects: boolean;
    readonly lastSequence: number;
    /** Pending utterances, packed. */
    readonly pendingUtterances: string | null;
    /** The person who answers in place of the brain, packed. */
    readonly person: string | null;
    /** The first message of what people said that the brain has not been told. */
    readonly takeoverFrom: number | null;
    /** Registered tags, packed. */
    readonly tags: string | null;
    /** The process that owns the session from this write on; null if it stays with this one. */
    readonly nextOwner: string | null;
  };

/** Words of a row. They are packed when the row is written, so that waiting rows take no memory for words. */
export type PackableWords = { readonly bytes: number; pack(): string | null };

/** A row that waits to be written. */
export type WaitingRow = Omit<SessionRow, 'pendingUtterances' | 'person'> & {
  readonly pendingUtterances: PackableWords | null;
  readonly person: PackableWords | null;
};

/** Since when a session waits for a person, and why. */
export type PersonRequest = { readonly at: number; readonly reason: string };

/** The columns that hold a request for a person. */
export const requestColumns = (request: PersonRequest | null) => ({
  personRequestedAt: request?.at ?? null,
  personReason: request?.reason ?? null,
});

export const requestOf = ({
  personRequestedAt: at,
  personReason,
}: ReturnType<typeof requestColumns>): PersonRequest | null =>
  at === null ? null : { at, reason: personReason ?? '' };

/** The owner of a session that no process holds in memory. Any process may claim it. */
export const unowned = '';

/** The columns that hold a link. */
export function linkColumns(link: Link) {
  const before = link.kind === 'waiting' ? null : link.before;
  const isLeaving = link.kind === 'leaving';
  return {
    state: isLeaving ? ('dropped' as const) : link.kind,
    /** A dropped session whose page said that it was leaving. */
    leaving: isLeaving,
    firstConnectedAt: before?.firstConnectedAt ?? null,
    connectedAt: link.kind === 'connected' ? link.since : null,
    connectedMs: before?.connectedMs ?? 0,
    droppedAt: link.kind === 'dropped' || isLeaving ? link.since : null,
    endedAt: link.kind === 'ended' ? link.at : null,
    endReason: link.kind === 'ended' ? link.reason : null,
    endedBy: link.kind === 'ended' ? link.by : null,
  };
}

/** The columns that hold the post-session tasks. */
export function taskColumns(link: Link, loginArrived: boolean) {
  const hasEnded = link.kind === 'ended';
  return {
    logout: hasEnded && loginArrived ? ('due' as const) : ('none' as const),
    transcript: hasEnded && link.before !== null ? ('due' as const) : ('none' as const),
  };
}
