import type { VisitorSettings } from './visitor-settings.ts';

/** The settings of an avatar in a page. */
export type ParleySettings = VisitorSettings & {
  readonly url: string;
  readonly avatarId: string;
  /** The element for the face, or a function that finds it. Without one there is no face. */
  readonly element?: HTMLElement | (() => HTMLElement | null) | null;
  /** False: voice and captions only. */
  readonly faceEnabled: boolean;
  /** False: a dropped connection stays dropped. */
  readonly retry: boolean;
  /** True: a page that is reloaded within the grace period continues its call. */
  readonly keepsCall: boolean;
  readonly avatarParams?: AvatarParams;
};

/** The avatar's look. The default is the look that the service has stored. */
export type AvatarParams = {
  /** The name of a preset, or the parts of a look. */
  readonly look?: unknown;
  /** `#rrggbb` behind the face. */
  readonly backgroundColor?: string;
  /** How much it moves and gestures. The default is the avatar's own setting. */
  readonly movement?: 'lively' | 'calm' | 'still' | undefined;
};

/** The environment of the avatar. */
export type EnvParams = {
  /** The address of the service. */
  readonly url?: string;
  /** A BCP 47 tag. It is sent to the endpoint and used for speech recognition. */
  readonly locale?: string;
};
