import { withoutTrailing } from '@parley/protocol/wire';
import { LiveError } from '../live-error.ts';
import { Parley } from './parley.ts';
import type { AvatarParams, EnvParams, ParleySettings } from './settings.ts';
import { readVisitorSettings, type VisitorInput } from './visitor-settings.ts';

type DraftSettings = { -readonly [K in keyof ParleySettings]?: ParleySettings[K] };

// `document.currentScript` is only set while the script runs for the first time.
const scriptUrl =
  typeof document === 'undefined' ? '' : ((document.currentScript as HTMLScriptElement | null)?.src ?? '');

/** The service that this script came from: the URL of the script tag or of the module. */
export const serviceOfScript = (): string => {
  if (scriptUrl !== '') return new URL(scriptUrl, location.href).origin;
  return /\/sdk\/parley\.mjs$/.test(import.meta.url) ? new URL(import.meta.url).origin : location.origin;
};

/** Collects the settings of an avatar, with the method names that integrators know. */
export class ParleyBuilder {
  readonly #draft: DraftSettings = { faceEnabled: true, retry: true, keepsCall: false };

  /** The avatar. It is the only setting that is required. */
  setAvatarId(avatarId: string | number): this {
    this.#draft.avatarId = String(avatarId);
    return this;
  }

  /** Who is talking: `token`, `userId`, `userName`, `customString`, `accessToken` and `locale` at once. Null means "none". */
  setVisitor(visitor: VisitorInput): this {
    Object.assign(this.#draft, readVisitorSettings(visitor));
    return this;
  }

  /** The token of a private avatar. It works for one call. */
  setToken(token: VisitorInput['token']): this {
    return this.setVisitor({ token });
  }

  /** The visitor's name, for your transcripts. Nothing proves it. */
  setUserName(name: VisitorInput['userName']): this {
    return this.setVisitor({ userName: name });
  }

  /** Your own id of the visitor, which LOGIN and events carry. Nothing proves it. */
  setUserId(id: VisitorInput['userId']): this {
    return this.setVisitor({ userId: id });
  }

  /** Any text for your endpoint. LOGIN carries it as `customString`. */
  setCustomString(text: VisitorInput['customString']): this {
    return this.setVisitor({ customString: text });
  }

  /** A token for your endpoint. LOGIN carries it as `accessToken`. */
  setAccessToken(token: VisitorInput['accessToken']): this {
    return this.setVisitor({ accessToken: token });
  }

  /** The visitor's language as a tag such as `de-AT`. */
  setLocale(locale: VisitorInput['locale']): this {
    return this.setVisitor({ locale });
  }

  /** The URL of the service. Needed if the script was loaded from elsewhere. */
  setUrl(url: string): this {
    this.#draft.url = withoutTrailing(url, '/');
    return this;
  }

  /** False: no face, only voice and captions. */
  enableAvatar(enabled = true): this {
    this.#draft.faceEnabled = enabled;
    return this;
  }

  /** False: a lost connection ends the call. */
  setRetry(retry = true): this {
    this.#draft.retry = retry;
    return this;
  }

  /** The element for the face, or a function that finds it when the face is drawn. */
  setElement(element: HTMLElement | (() => HTMLElement | null) | null): this {
    this.#draft.element = element;
    return this;
  }

  /** The element by its ID, looked up when the face is drawn. A `<video>` gets a stream, other elements the drawing itself. */
  registerVideoElements({ remoteVideo }: { remoteVideo: string | HTMLElement }): this {
    return this.setElement(typeof remoteVideo === 'string' ? () => elementById(remoteVideo) : remoteVideo);
  }

  /** Look, background and movement of the face, instead of those that the avatar has. */
  setAvatarParams(params: AvatarParams): this {
    this.#draft.avatarParams = params;
    return this;
  }

  /** The address of the service and the visitor's language at once. */
  setEnvParams({ url, locale }: EnvParams): this {
    if (url !== undefined) this.setUrl(url);
    if (locale !== undefined) this.setLocale(locale);
    return this;
  }

  /** A page that is reloaded soon continues its call, instead of ending it and starting another. */
  setKeepCall(keeps = true): this {
    this.#draft.keepsCall = keeps;
    return this;
  }

  /** Makes the avatar. Throws a ParleyError if there is no avatar id. */
  build(): Parley {
    const {
      avatarId,
      url = serviceOfScript(),
      faceEnabled = true,
      retry = true,
      keepsCall = false,
    } = this.#draft;
    if (avatarId === undefined || avatarId === '')
      throw new LiveError('no_avatar', 'setAvatarId(…) is missing: say which avatar.');
    return new Parley({ ...this.#draft, avatarId, url, faceEnabled, retry, keepsCall });
  }
}

function elementById(id: string): HTMLElement | null {
  const element = document.getElementById(id);
  if (element === null) console.warn(`Parley: the page has no element with the ID "${id}" for the face.`);
  return element;
}

export const Builder = (): ParleyBuilder => new ParleyBuilder();
