import type { Emitter } from '../../emitter.ts';
import type { ParleyEvents } from '../events.ts';

/** A tag without its region: `de` of `de-AT`. */
export const baseOf = (tag: string): string => tag.replace(/[-_].*/, '').toLowerCase();

/**
 * The language of the conversation, which the hearing follows. It changes while the avatar is silent, because a
 * recogniser that is replaced hears nothing for a moment, and the visitor may interrupt.
 */
export class SpokenLanguage {
  readonly #events: Emitter<ParleyEvents>;
  readonly #hear: (language: string) => Promise<void>;
  #current = '';
  #next = '';
  #avatarSpeaks = false;
  /** What is heard, if it is neither the avatar's own choice nor the page's. */
  #heard: string | null = null;

  constructor(events: Emitter<ParleyEvents>, hear: (language: string) => Promise<void>) {
    this.#events = events;
    this.#hear = hear;
    events.on('auth-success', ({ avatar: { language } }) => {
      this.#next = this.#current = String(language ?? '');
      // A call before this one may have ended in another language.
      if (this.#heard !== null && baseOf(this.#heard) !== baseOf(this.#current))
        this.#listenIn(this.#current);
    });
    events.on('websocket-message', (frame) => {
      if (frame.type === 'utterance-end') this.set(frame.language);
      if (frame.type === 'tag' && frame.name === 'svc-language') this.set(frame.attributes.name);
    });
    events.on('avatar-speech', ({ active }) => {
      this.#avatarSpeaks = active;
      this.#settle();
    });
  }

  /** Returns false if there is no language. */
  set(language: string | false | undefined): boolean {
    this.#next = language || this.#next;
    this.#settle();
    return Boolean(language);
  }

  /** The page chooses what is heard, in the next call as well, until the conversation goes on in another language. */
  choose(language: string): Promise<void> {
    this.#heard = null;
    return this.#hear(language);
  }

  #settle(): void {
    const language = this.#next;
    if (this.#avatarSpeaks || baseOf(language) === baseOf(this.#current)) return;
    this.#current = language;
    this.#listenIn(language);
    // The page may have changed it at an event of the microphone.
    if (this.#current === language) this.#events.emit('language', { language });
  }

  #listenIn(language: string): void {
    this.#heard = language;
    void this.#hear(language);
  }
}
