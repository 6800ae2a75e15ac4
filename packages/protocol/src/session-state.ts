export const avatarStatuses = ['IDLE', 'LOADED', 'UNLOADED', 'LISTENING', 'THINKING', 'TALKING'] as const;
export type AvatarStatus = (typeof avatarStatuses)[number];

/** What `GET /session/query` can tell of a live session, in the order its reference lists them. */
export const sessionFields = ['avatarStatus', 'avatarId', 'userId', 'lastActivityAt'] as const;
export type SessionField = (typeof sessionFields)[number];

export type SessionState = {
  avatarStatus: AvatarStatus | null;
  avatarId: number;
  userId: number;
  lastActivityAt: number | null;
};

export function isSessionField(value: string): value is SessionField {
  return (sessionFields as readonly string[]).includes(value);
}
