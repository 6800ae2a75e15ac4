import type { Emit } from '../calls/call.ts';
import type { ParleySettings } from '../settings.ts';
import { takeElement } from './element-owner.ts';
import { type FaceContainer, faceContainerOf } from './face-container.ts';
import { FaceHost } from './face-host.ts';

/** Loads, shows and removes the face. */
export class AvatarPicture {
  readonly face: FaceHost;
  readonly #onReplaced: () => void;
  #stage: FaceContainer | null = null;
  #loading: Promise<void> | null = null;
  #giveUpElement: () => void = () => {};

  /** `onReplaced`: another avatar has taken the element. */
  constructor(emit: Emit, onReplaced: () => void) {
    this.#onReplaced = onReplaced;
    this.face = new FaceHost((kind) => {
      this.#stage?.show();
      emit('face-update', kind);
    });
  }

  /** Loads the face once. Later calls wait for the same load. Reports progress. */
  async load(settings: ParleySettings, onProgress: (fraction: number) => void): Promise<void> {
    if (this.#loading !== null) return await this.#loading;
    const { element = null, faceEnabled } = settings;
    const target = typeof element === 'function' ? element() : element;
    // Without an element there is nothing to load. There may be one the next time.
    if (target === null || !faceEnabled) return [0, 1].forEach(onProgress);
    this.#loading = this.#load(target, settings, onProgress);
    await this.#loading;
  }

  dispose(): void {
    this.face.dispose();
    this.#stage?.clear();
    this.#stage = null;
    this.#giveUpElement();
  }

  async #load(
    target: HTMLElement,
    { url, avatarId, token, avatarParams = {} }: ParleySettings,
    onProgress: (fraction: number) => void,
  ): Promise<void> {
    onProgress(0);
    this.#giveUpElement = takeElement(target, this.#onReplaced);
    this.#stage = faceContainerOf(target);
    const { element } = this.#stage;
    // The browser caches the module. Fetching it first makes the progress visible.
    await import(/* @vite-ignore */ /* webpackIgnore: true */ `${url}/sdk/face.js`).catch(() => null);
    onProgress(0.5);
    const { look, backgroundColor: colour, movement } = avatarParams;
    const background = colour === undefined ? undefined : asHex(colour);
    await this.face.mount({ url, avatarId, token, element, look, background, movement });
    onProgress(1);
  }
}

/** Any colour that the browser knows, as `#rrggbb`. */
function asHex(colour: string): string {
  const brush = document.createElement('canvas').getContext('2d');
  if (brush === null) return colour;
  brush.fillStyle = colour;
  return brush.fillStyle;
}
