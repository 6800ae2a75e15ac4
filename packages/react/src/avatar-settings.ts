import type { AvatarParams, EnvParams, ParleyEvents, TokenProblem } from '@parley/client/sdk';

/** Callbacks by event name. */
export type EventCallbacks = { readonly [N in keyof ParleyEvents]?: (payload: ParleyEvents[N]) => void };

/** The identity of an avatar. If any of these change, a new avatar starts a new call. */
export type AvatarIdentity = {
  readonly avatarId: string | number;
  /** Needed for a private avatar. A token works for one call. Null and an empty text both mean "none". */
  readonly token?: string | null | undefined;
  /** The URL of the service. The default is the page's own origin. */
  readonly url?: string | undefined;
  readonly username?: string | null | undefined;
  readonly userId?: string | number | null | undefined;
  readonly customString?: string | null | undefined;
  /** Sent to the endpoint at LOGIN. */
  readonly accessToken?: string | null | undefined;
  readonly avatarParams?: AvatarParams | undefined;
  readonly envParams?: EnvParams | undefined;
  readonly backgroundColor?: string | undefined;
  /** False: voice and captions only. */
  readonly enableAvatar?: boolean | undefined;
  /** False: a dropped connection stays dropped. */
  readonly retry?: boolean | undefined;
};

type MaybeToken = string | null | undefined;

export type AvatarSettings = AvatarIdentity & {
  readonly eventCallbacks?: EventCallbacks | undefined;
  /** Gets a new token for a private avatar, for the first call and for each further one. Null: there is none. */
  readonly onTokenNeeded?: ((reason: TokenProblem) => MaybeToken | Promise<MaybeToken>) | undefined;
  /** False: the call starts with `startCall`. */
  readonly autoConnect?: boolean | undefined;
  /** True: the face is loaded before the call starts. */
  readonly prefetchAvatar?: boolean | undefined;
  /** A media stream of the page. The avatar's lips follow its sound. */
  readonly mediaStream?: MediaStream | null | undefined;
};
