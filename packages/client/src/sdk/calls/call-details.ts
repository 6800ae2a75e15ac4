/** The avatar, session and user in a call's events, as far as they are known. */
export type CallIdentity = {
  readonly avatar_id: string;
  readonly session_id?: string;
  readonly user_id?: string;
  readonly user_name?: string;
};

/** The public settings of an avatar, as the service sends them to a call. */
export type PublicAvatar = Readonly<Record<string, unknown>>;

export type CallDetails = {
  readonly identity: CallIdentity;
  readonly maxSessionDuration: number;
  /** The avatar lets visitors download the transcript. */
  readonly allowsDownload?: boolean;
  /** The avatar's public settings. A page that is reloaded cannot read those of a private avatar again. */
  readonly avatar?: PublicAvatar;
};

export function callDetailsOf(
  avatarId: string,
  sessionId: string,
  user: { readonly id: string; readonly name: string },
  avatar: PublicAvatar,
): CallDetails {
  const { max_session_duration: limit, allow_transcript_download: allowsDownload } = avatar;
  return {
    identity: { session_id: sessionId, avatar_id: avatarId, user_id: user.id, user_name: user.name },
    maxSessionDuration: typeof limit === 'number' ? limit : -1,
    allowsDownload: allowsDownload === true,
    avatar,
  };
}
