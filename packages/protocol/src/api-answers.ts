import type { SessionField, SessionState } from './session-state.ts';

/** The answers of the API-key endpoints. */
export type TokenAnswer = { jwt: string; expires_in: number; avatar_id: string };

export type ListedAvatar = { id: string; name: string };
export type AvatarsAnswer = {
  avatars: ListedAvatar[];
  pagination: { page: number; size: number; total: number; total_pages: number; has_next: boolean };
};

export type SessionAnswer<F extends SessionField> = {
  status: 'OK';
  failReason: 0;
  sessionId: string;
  state: { [N in F]: SessionState[N] | null };
};

export type DisconnectAnswer = { status: 'OK'; failReason: 0 };
