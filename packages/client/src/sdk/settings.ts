/** What a page says about the avatar it wants. */
export type ParleySettings = {
  readonly url: string;
  readonly avatarId: string;
  readonly token?: string;
  readonly userId?: string;
  readonly userName?: string;
  readonly customString?: string;
  readonly accessToken?: string;
  readonly locale?: string;
  /** Where the face is drawn, or how to find it when it is time; without one there is none. */
  readonly element?: HTMLElement | (() => HTMLElement | null) | null;
  /** False: voice and captions only. */
  readonly faceEnabled: boolean;
  /** False: a dropped connection stays dropped. */
  readonly retry: boolean;
  /** True: a page that is loaded again within the grace continues its call. */
  readonly keepsCall: boolean;
  readonly avatarParams?: AvatarParams;
};

/** How the avatar looks: left out, as the service has it. */
export type AvatarParams = {
  /** The name of a preset, or the parts of a look. */
  readonly look?: unknown;
  /** `#rrggbb` behind the face. */
  readonly backgroundColor?: string;
};

/** Where and how the avatar runs. */
export type EnvParams = {
  /** The address of the service. */
  readonly url?: string;
  /** A BCP 47 tag: what the endpoint is told, and what is recognised. */
  readonly locale?: string;
};
