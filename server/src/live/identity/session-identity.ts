/** What identifies a session and its account, avatar and user. It never changes. */
export type SessionIdentity = {
  readonly id: string;
  readonly accountId: string;
  readonly avatarId: number;
  readonly visitorId: number;
  /** The user id that the page gave. */
  readonly pageUserId: string | null;
  readonly userName: string;
  /** -1 is no limit. */
  readonly maxDurationSeconds: number;
  readonly createdAt: number;
};

/** The page's own user id, or else the visitor's number as text. */
export const userIdOf = ({
  pageUserId,
  visitorId,
}: Pick<SessionIdentity, 'pageUserId' | 'visitorId'>): string => pageUserId ?? String(visitorId);
