import type { AvatarStatus, ServerFrames } from '@parley/protocol';
import type { SessionIdentity } from '../../identity/session-identity.ts';

/** What a session needs to know about a socket that attaches to it. */
export type AttachInput = {
  /** The hash of the resume secret that it showed; null for a ticket. */
  readonly usedHash: string | null;
  /** The hash of the resume secret that its welcome will carry. */
  readonly nextHash: string;
  /** Whether the client comes back by itself after a drop. */
  readonly reconnects: boolean;
};

export type Welcome = {
  readonly version: number;
  readonly resume: string;
  readonly resumed: boolean;
  readonly wantsEvents: boolean;
};

type Tokens = Pick<ServerFrames['welcome'], 'hearing' | 'transcript'>;

export function welcomeFrame(
  { id, maxDurationSeconds }: SessionIdentity,
  { version, resume, resumed }: Welcome,
  now: { readonly status: AvatarStatus; readonly taken: number; readonly leftMs: number | null },
  tokens: Tokens,
): ServerFrames['welcome'] {
  const { leftMs, ...rest } = now;
  return {
    type: 'welcome',
    version,
    sessionId: id,
    resume,
    resumed,
    maxSessionDuration: maxDurationSeconds,
    ...rest,
    ...(leftMs === null ? {} : { leftMs }),
    ...tokens,
  };
}
