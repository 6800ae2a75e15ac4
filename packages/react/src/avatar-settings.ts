import type { AvatarParams, EnvParams, ParleyEvents } from '@parley/client/sdk';

/** What to do at each event of the avatar, by its name. */
export type EventCallbacks = { readonly [N in keyof ParleyEvents]?: (payload: ParleyEvents[N]) => void };

/** What makes an avatar; a change of any of these is another avatar, and another call. */
export type AvatarIdentity = {
  readonly avatarId: string | number;
  /** For a private avatar; it opens one call. */
  readonly token?: string | undefined;
  /** The address of the service; left out, the page's own origin. */
  readonly url?: string | undefined;
  readonly username?: string | undefined;
  readonly userId?: string | undefined;
  readonly customString?: string | undefined;
  readonly avatarParams?: AvatarParams | undefined;
  readonly envParams?: EnvParams | undefined;
  readonly backgroundColor?: string | undefined;
  /** False: voice and captions only. */
  readonly enableAvatar?: boolean | undefined;
  /** False: a dropped connection stays dropped. */
  readonly retry?: boolean | undefined;
};

export type AvatarSettings = AvatarIdentity & {
  readonly eventCallbacks?: EventCallbacks | undefined;
  /** False: the call begins when `startCall` says so. */
  readonly autoConnect?: boolean | undefined;
  /** True: the face is loaded before the call begins. */
  readonly prefetchAvatar?: boolean | undefined;
  /** Sound of the page's own that the avatar's lips follow. */
  readonly mediaStream?: MediaStream | null | undefined;
};
