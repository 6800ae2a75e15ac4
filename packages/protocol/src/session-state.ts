export const avatarStatuses = ['IDLE', 'LOADED', 'UNLOADED', 'LISTENING', 'THINKING', 'TALKING'] as const;
export type AvatarStatus = (typeof avatarStatuses)[number];

/** The fields of a live session that `GET /session/query` can return, in the order of the reference. */
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
