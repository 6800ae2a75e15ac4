/** Whom the events of a call are about, as far as it is known. */
export type Who = {
  readonly avatar_id: string;
  readonly session_id?: string;
  readonly user_id?: string;
  readonly user_name?: string;
};

export type CallFacts = { readonly who: Who; readonly maxSessionDuration: number };

export function factsOf(
  avatarId: string,
  sessionId: string,
  user: { readonly id: string; readonly name: string },
  avatar: Readonly<Record<string, unknown>>,
): CallFacts {
  const { max_session_duration: limit } = avatar;
  return {
    who: { session_id: sessionId, avatar_id: avatarId, user_id: user.id, user_name: user.name },
    maxSessionDuration: typeof limit === 'number' ? limit : -1,
  };
}
