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
  /** Where the face is drawn; without one there is none. */
  readonly element?: HTMLElement | null;
  /** False: voice and captions only. */
  readonly faceEnabled: boolean;
  /** False: a dropped connection stays dropped. */
  readonly retry: boolean;
  readonly look?: unknown;
};
