import type { TagRegistry } from './speech-reader.ts';

const maxTags = 50;
const none: TagRegistry = new Map();

/** The custom tags that a page has registered, each with its DOM event. Most pages register none. */
export class RegisteredTags {
  #tags: Map<string, string> | null = null;
  #packed: string | null;

  constructor(packed: string | null) {
    this.#packed = packed;
    if (packed !== null) this.#tags = new Map(JSON.parse(packed) as [string, string][]);
  }

  get registry(): TagRegistry {
    return this.#tags ?? none;
  }

  /** As it is stored in the session's row. */
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
