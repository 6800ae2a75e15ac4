import type { Log } from '../../../kernel/index.ts';
import type { TagRegistry } from './speech-reader.ts';

const maxTags = 50;

/** The custom tags that a page has registered, each with its DOM event. Most pages register none. */
export class RegisteredTags implements TagRegistry {
  #tags: Map<string, string> | null = null;
  #packed: string | null;
  readonly #log: Log;
  readonly #sessionId: string;
  readonly #requestPerson: (reason: string) => void;

  constructor(packed: string | null, log: Log, sessionId: string, requestPerson: (reason: string) => void) {
    this.#packed = packed;
    this.#log = log;
    this.#sessionId = sessionId;
    this.#requestPerson = requestPerson;
    if (packed !== null) this.#tags = new Map(JSON.parse(packed) as [string, string][]);
  }

  eventOf(tag: string): string | null {
    return this.#tags?.get(tag) ?? null;
  }

  handleUnknown(tag: string): void {
    this.#log.debug({ sessionId: this.#sessionId, tag }, 'dropped a tag that is not registered');
  }

  requestPerson(reason: string): void {
    this.#requestPerson(reason);
  }

  /** For words of the page and of people. Visitors ask for a person with the page's button, where the avatar has one. */
  get withoutRequests(): TagRegistry {
    return {
      eventOf: (tag) => this.eventOf(tag),
      handleUnknown: (tag) => this.handleUnknown(tag),
      requestPerson() {},
    };
  }

  /** The tags, packed for the session's row. */
  pack(): string | null {
    if (this.#tags === null) return null;
    this.#packed ??= JSON.stringify([...this.#tags]);
    return this.#packed;
  }

  /** False if the page has registered too many. */
  register(tagName: string, event: string): boolean {
    this.#tags ??= new Map();
    if (this.#tags.size >= maxTags && !this.#tags.has(tagName)) return false;
    this.#tags.set(tagName, event);
    this.#packed = null;
    return true;
  }
}

export const tooManyTags = `A session may register at most ${maxTags} tags.`;
