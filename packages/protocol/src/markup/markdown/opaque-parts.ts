import type { Token } from '../reading/tokens.ts';

/** Private characters stand for the parts: they are no letters, no spaces and no markdown. */
const [firstTag, firstEntity, firstTagInCode] = [0xe000, 0xe800, 0xf000];
const charactersPerKind = firstEntity - firstTag;
const privateCharacters = /[\ue000-\uf8ff]/g;
const tags = /[\ue000-\ue7ff]/g;

/**
 * Tags and entities are not markdown, whatever they contain. Each one is replaced by a private character while the
 * text around it is read, and restored afterwards. A reader holds few of them at a time, so the characters are reused.
 */
export class OpaqueParts {
  readonly #parts: string[] = [];
  #next = 0;

  /** The text of a token without its tag or entity. */
  hide({ kind, raw }: Token): string {
    if (kind !== 'text') return this.#hide(raw, kind === 'entity' ? firstEntity : firstTag);
    return raw.replace(privateCharacters, (character) => this.#hide(character, firstEntity));
  }

  restore(text: string): string {
    return text.replace(privateCharacters, (character) => {
      const code = character.charCodeAt(0);
      const part = this.#parts[code % charactersPerKind] ?? '';
      return code >= firstTagInCode && !/^<\/?svc-/i.test(part) ? part.replaceAll('<', '&lt;') : part;
    });
  }

  #hide(part: string, first: number): string {
    const position = this.#next;
    this.#next = (position + 1) % charactersPerKind;
    this.#parts[position] = part;
    return String.fromCharCode(first + position);
  }
}

/** A tag in code is an example, so its text is shown. A service tag stays a tag: it must never be spoken. */
export const asCode = (text: string): string =>
  `<code>${text.replace(tags, (tag) => String.fromCharCode(tag.charCodeAt(0) - firstTag + firstTagInCode))}</code>`;
