import { readAttributes } from '../reading/attributes.ts';
import { ElementStack } from '../reading/element-stack.ts';
import {
  boundaryLevel,
  codeName,
  customServicePrefix,
  isFormattingName,
  isServiceName,
  isSsmlName,
  isStylingName,
} from '../reading/names.ts';
import { scanMarkup } from '../reading/scanner.ts';
import type { OpenToken, Token } from '../reading/tokens.ts';
import { breakMs } from './pauses.ts';
import { SegmentList } from './segment-list.ts';
import type { Segment } from './segments.ts';
import { plainStyle, type SpeechStyle, styleInside } from './speech-style.ts';

/** Most messages have no markup and take a faster path. */
export function isPlain(text: string): boolean {
  return !/[<&]/.test(text);
}

/** The words, pauses and tags of a message, in order. It never throws, whatever the text. */
export function readMarkup(text: string): Segment[] {
  if (isPlain(text)) return readPlain(text);
  const tokens = scanMarkup(text);
  const reader = new MarkupReader(closedElements(tokens));
  tokens.forEach((token, index) => {
    reader.take(token, index);
  });
  return reader.finish();
}

function readPlain(text: string): Segment[] {
  const list = new SegmentList();
  list.addText(text, plainStyle);
  return list.finish();
}

interface OpenElement {
  readonly style: SpeechStyle;
  /** The words inside are not spoken, because an alias was spoken instead. */
  readonly isReplaced: boolean;
}

class MarkupReader {
  readonly #closed: ReadonlySet<number>;
  readonly #list = new SegmentList();
  readonly #stack = new ElementStack<OpenElement>();

  constructor(closed: ReadonlySet<number>) {
    this.#closed = closed;
  }

  take(token: Token, index: number): void {
    switch (token.kind) {
      case 'text':
        this.#say(token.raw);
        break;
      case 'entity':
      case 'cdata':
        this.#say(token.text);
        break;
      case 'close':
        this.#stack.close(token.name);
        this.#separate(token.name);
        break;
      case 'open':
        if (isStylingName(token.name)) this.#style(token, token.selfClosing || this.#closed.has(index));
        else if (isSsmlName(token.name)) this.#pauseOrMark(token);
        else this.#otherTag(token, this.#closed.has(index));
        break;
      case 'skipped':
    }
  }

  finish(): Segment[] {
    return this.#list.finish();
  }

  get #current(): OpenElement {
    return this.#stack.top ?? { style: plainStyle, isReplaced: false };
  }

  #say(text: string, isAlias = false): void {
    const { style, isReplaced } = this.#current;
    if (!isReplaced) this.#list.addText(text, style, isAlias);
  }

  #separate(name: string): void {
    const level = boundaryLevel(name);
    if (level !== undefined) this.#list.addBoundary(level);
  }

  #style({ name, raw, selfClosing }: OpenToken, isClosed: boolean): void {
    const outer = this.#current;
    const attributes = readAttributes(raw);
    const alias = name === 'sub' && isClosed ? attributes.get('alias') : undefined;
    if (alias !== undefined) this.#say(alias, true);
    if (selfClosing) return;
    this.#stack.open(name, {
      style: styleInside(name, attributes, outer.style),
      isReplaced: outer.isReplaced || alias !== undefined,
    });
  }

  #pauseOrMark({ name, raw }: OpenToken): void {
    const mark = name === 'mark' ? readAttributes(raw).get('name') : undefined;
    if (name === 'break') this.#list.add({ kind: 'break', ms: breakMs(raw) });
    else if (mark) this.#list.add({ kind: 'mark', name: mark });
    else this.#separate(name);
  }

  #openCode(): void {
    const { style, isReplaced } = this.#current;
    this.#stack.open(codeName, { style: { ...style, isCode: true }, isReplaced });
  }

  #otherTag({ name, raw }: OpenToken, isClosed: boolean): void {
    const attributes = readAttributes(raw);
    if (isFormattingName(name) && !attributes.has('json')) {
      this.#separate(name);
      if (name === codeName && isClosed) this.#openCode();
      return;
    }
    const isReserved = isServiceName(name) && !name.startsWith(customServicePrefix);
    this.#list.add({ kind: isReserved ? 'service' : 'custom', tag: { name, attributes, raw } });
  }
}

/**
 * The elements with a closing tag, found before reading. An alias replaces the words up to the closing tag, and code is
 * silent up to it. Without a closing tag they would affect the whole rest.
 */
function closedElements(tokens: readonly Token[]): ReadonlySet<number> {
  const closed = new Set<number>();
  const stack = new ElementStack<number>();
  tokens.forEach((token, index) => {
    const lasts = token.kind === 'open' && !token.selfClosing;
    if (lasts && (isStylingName(token.name) || token.name === codeName)) stack.open(token.name, index);
    const opened = token.kind === 'close' ? stack.close(token.name) : undefined;
    if (opened !== undefined) closed.add(opened);
  });
  return closed;
}
