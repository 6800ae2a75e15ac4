import { MarkupScanner } from '../reading/scanner.ts';
import {
  codeLine,
  isDelimiterRow,
  isTableRow,
  mayBeDelimiterRow,
  readLineStart,
  tableRowText,
} from './blocks.ts';
import { readInline } from './inline.ts';
import { asCode, OpaqueParts } from './opaque-parts.ts';

/** The reader does not wait for the end of a longer line. It counts as words. */
const maxHeld = 1_000;

type Mode =
  | { readonly kind: 'line-start' }
  /** `before` is the last character that was read. */
  | { readonly kind: 'words'; readonly close: string; readonly before: string }
  | { readonly kind: 'code'; readonly sign: string }
  | { readonly kind: 'table' };

/** Words without these characters have no markup. */
const special = /[<&*_`~[\\!\n\ue000-\uf8ff]/;
/** A text without these characters has no markdown. The spaces stay in their line, or many empty lines would take quadratic time. */
const mayBeMarkdown = /[*_`~[|\\]|^[^\S\n\r\u2028\u2029]*[#>=-]/m;

const lineStart: Mode = { kind: 'line-start' };

/**
 * Turns the markdown that language models write into HTML formatting, which is shown and never spoken. Text without
 * markdown stays as it is, byte for byte.
 */
export class MarkdownReader {
  readonly #scanner = new MarkupScanner();
  readonly #parts = new OpaqueParts();
  #mode: Mode = lineStart;
  #held = '';

  /** Takes the next piece of a text, and returns what is clear by now. */
  push(piece: string): string {
    const isPlain = this.#mode.kind === 'words' && this.#held === '' && !this.#scanner.isWithinMarkup;
    if (isPlain && !special.test(piece)) {
      this.#noteWords(piece);
      return piece;
    }
    return this.#read(this.#scanner.push(piece));
  }

  /** Returns the rest. */
  flush(): string {
    const read = this.#read(this.#scanner.finish());
    const rest = this.#drain(true) + (this.#mode.kind === 'words' ? this.#mode.close : '');
    this.#mode = lineStart;
    return read + rest;
  }

  #read(tokens: ReturnType<MarkupScanner['push']>): string {
    let markup = '';
    for (const token of tokens) {
      this.#held += this.#parts.hide(token);
      markup += this.#drain(false);
    }
    return markup;
  }

  #drain(isLast: boolean): string {
    let markup = '';
    while (this.#held !== '') {
      const step = this.#step(isLast);
      if (step === null) break;
      markup += step;
    }
    return this.#parts.restore(markup);
  }

  /** Reads the next part. Null if it needs more text. */
  #step(isLast: boolean): string | null {
    const end = this.#held.indexOf('\n');
    const line = end === -1 ? this.#held : this.#held.slice(0, end);
    const isWhole = end !== -1 || isLast;
    if (this.#mode.kind === 'words') return this.#words(line, isWhole, this.#mode);
    if (this.#mode.kind === 'code')
      return isWhole || line.length >= maxHeld ? this.#code(line, this.#mode.sign) : null;
    return this.#lineStart(line, isWhole, isLast);
  }

  #words(line: string, isWhole: boolean, { close, before }: Mode & { kind: 'words' }): string | null {
    const { markup, used } = readInline(line, isWhole, before);
    this.#noteWords(line.slice(0, used));
    this.#held = this.#held.slice(used);
    if (!this.#held.startsWith('\n')) return used === 0 ? null : markup;
    this.#mode = lineStart;
    return markup + close + this.#takeLineEnd();
  }

  #noteWords(words: string): void {
    if (this.#mode.kind === 'words' && words !== '') this.#mode = { ...this.#mode, before: words.slice(-1) };
  }

  #code(line: string, sign: string): string {
    const isLong = line.length >= maxHeld;
    const part = isLong ? line.slice(0, maxHeld) : line;
    const code = isLong ? asCode(part) : codeLine(part, sign);
    this.#held = this.#held.slice(part.length);
    if (code === null) this.#mode = lineStart;
    return (code ?? '') + this.#takeLineEnd();
  }

  #lineStart(line: string, isWhole: boolean, isLast: boolean): string | null {
    const isLong = line.length >= maxHeld;
    if (/^\s*\|/.test(line) && !isLong) {
      const row = this.#tableRow(line, isWhole, isLast);
      if (row !== undefined) return row;
    }
    const start = readLineStart(line, isWhole, isLong);
    if (start === 'undecided') return null;
    if (start.kind === 'inline') {
      const before = start.used === 0 ? '' : ' ';
      this.#mode = { kind: 'words', close: start.close, before };
      this.#held = this.#held.slice(start.used);
      return start.open;
    }
    this.#held = this.#held.slice(line.length);
    this.#mode = start.kind === 'fence' ? { kind: 'code', sign: start.sign } : lineStart;
    const markup = start.kind === 'fence' ? '' : start.markup;
    return markup + this.#takeLineEnd();
  }

  /** A table row; null if it is not clear yet whether it is one, undefined if it is not. */
  #tableRow(line: string, isWhole: boolean, isLast: boolean): string | null | undefined {
    if (!isWhole) return null;
    if (!isTableRow(line)) return undefined;
    if (this.#mode.kind === 'table') {
      this.#held = this.#held.slice(line.length);
      return (isDelimiterRow(line) ? '' : tableRowText(line, false)) + this.#takeLineEnd();
    }
    const next = this.#held.slice(line.length + 1);
    const end = next.indexOf('\n');
    const second = end === -1 ? next : next.slice(0, end);
    if (end === -1 && !isLast && second.length < maxHeld && mayBeDelimiterRow(second)) return null;
    if (second.length >= maxHeld || !isDelimiterRow(second)) return undefined;
    this.#held = next.slice(second.length);
    this.#mode = { kind: 'table' };
    return tableRowText(line, true) + this.#takeLineEnd();
  }

  #takeLineEnd(): string {
    if (!this.#held.startsWith('\n')) return '';
    this.#held = this.#held.slice(1);
    return '\n';
  }
}

/** The same for a text that is complete. Most texts have no markdown. */
export function formatMarkdown(text: string): string {
  if (!mayBeMarkdown.test(text)) return text;
  const reader = new MarkdownReader();
  return reader.push(text) + reader.flush();
}
