import { type FaceContainer, faceContainerOf } from './face-container.ts';
import { FaceHost } from './face-host.ts';
import type { FaceKind } from './face-interface.ts';
import type { AvatarParams } from './settings.ts';

export type AvatarPictureOptions = {
  readonly url: string;
  readonly avatarId: string;
  readonly target: HTMLElement | null;
  readonly params: AvatarParams;
};

/** Loads, shows and removes the face. */
export class AvatarPicture {
  readonly face: FaceHost;
  #stage: FaceContainer | null = null;
  #loading: Promise<void> | null = null;

  constructor(onKind: (kind: FaceKind) => void) {
    this.face = new FaceHost((kind) => {
      this.#stage?.show();
      onKind(kind);
    });
  }

  /** Loads the face once. Later calls wait for the same load. Reports progress. */
  load(place: AvatarPictureOptions, onProgress: (fraction: number) => void): Promise<void> {
    this.#loading ??= this.#load(place, onProgress);
    return this.#loading;
  }

  dispose(): void {
    this.face.dispose();
    this.#stage?.clear();
    this.#stage = null;
  }

  async #load(
    { url, avatarId, target, params }: AvatarPictureOptions,
    onProgress: (f: number) => void,
  ): Promise<void> {
    onProgress(0);
    if (target !== null) {
      this.#stage = faceContainerOf(target);
      // The browser caches the module. Fetching it first makes the progress visible.
      await import(/* @vite-ignore */ /* webpackIgnore: true */ `${url}/sdk/face.js`).catch(() => null);
      onProgress(0.5);
      const { element } = this.#stage;
      await this.face.mount({ url, avatarId, element, look: lookOf(params) });
    }
    onProgress(1);
  }
}

/** Undefined means the look that the service has stored. */
function lookOf({ look, backgroundColor }: AvatarParams): unknown {
  if (backgroundColor === undefined) return look;
  const colour = asHex(backgroundColor);
  const background = { top: colour, bottom: colour };
  return typeof look === 'object' ? { ...look, background } : { preset: look, background };
}

/** Any colour that the browser knows, as `#rrggbb`. */
function asHex(colour: string): string {
  const brush = document.createElement('canvas').getContext('2d');
  if (brush === null) return colour;
  brush.fillStyle = colour;
  return brush.fillStyle;
}
