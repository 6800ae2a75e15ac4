import { Parley } from './parley.ts';
import type { ParleySettings } from './settings.ts';

type Draft = { -readonly [K in keyof ParleySettings]?: ParleySettings[K] };

// Only while the script runs for the first time is it known where it came from.
const scriptUrl =
  typeof document === 'undefined' ? '' : ((document.currentScript as HTMLScriptElement | null)?.src ?? '');

/** The service that this script came from. */
export const ownService = (): string => {
  return scriptUrl === '' ? location.origin : new URL(scriptUrl, location.href).origin;
};

/** Gathers what a page wants, in the manner that integrators know. */
export class ParleyBuilder {
  readonly #draft: Draft = { faceEnabled: true, retry: true };

  setAvatarId(avatarId: string | number): this {
    this.#draft.avatarId = String(avatarId);
    return this;
  }

  setToken(token: string): this {
    this.#draft.token = token;
    return this;
  }

  setUserName(name: string): this {
    this.#draft.userName = name;
    return this;
  }

  setUserId(id: string): this {
    this.#draft.userId = id;
    return this;
  }

  setCustomString(text: string): this {
    this.#draft.customString = text;
    return this;
  }

  setAccessToken(token: string): this {
    this.#draft.accessToken = token;
    return this;
  }

  setLocale(locale: string): this {
    this.#draft.locale = locale;
    return this;
  }

  /** The address of the service, where the script did not come from it. */
  setUrl(url: string): this {
    this.#draft.url = url.replace(/\/+$/, '');
    return this;
  }

  enableAvatar(enabled = true): this {
    this.#draft.faceEnabled = enabled;
    return this;
  }

  setRetry(retry = true): this {
    this.#draft.retry = retry;
    return this;
  }

  /** The element that the avatar is drawn into. */
  setElement(element: HTMLElement | null): this {
    this.#draft.element = element;
    return this;
  }

  registerVideoElements({ remoteVideo }: { remoteVideo: string }): this {
    return this.setElement(document.getElementById(remoteVideo));
  }

  setAvatarParams(params: { look?: unknown }): this {
    this.#draft.look = params.look;
    return this;
  }

  setEnvParams(params: { url?: string; locale?: string }): this {
    if (params.url !== undefined) this.setUrl(params.url);
    if (params.locale !== undefined) this.setLocale(params.locale);
    return this;
  }

  build(): Parley {
    const { avatarId, url = ownService(), faceEnabled = true, retry = true, ...rest } = this.#draft;
    if (avatarId === undefined) throw new Error('setAvatarId(…) is missing: say which avatar.');
    return new Parley({ ...rest, avatarId, url, faceEnabled, retry });
  }
}

export const Builder = (): ParleyBuilder => new ParleyBuilder();
