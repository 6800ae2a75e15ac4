import type { BoundaryLevel } from '../reading/names.ts';
import type { Segment, TextRange } from './segments.ts';
import type { SpeechStyle } from './speech-style.ts';

/** Collects segments. It joins text of one style, and moves separate whitespace to the words after it. */
export class SegmentList {
  readonly segments: Segment[] = [];
  #text = '';
  #style: SpeechStyle | undefined;
  #aliases: TextRange[] = [];
  #hasSpoken = false;

  addText(text: string, style: SpeechStyle, isAlias = false): void {
    if (style !== this.#style) this.#endText();
    this.#style = style;
    if (isAlias) this.#aliases.push({ from: this.#text.length, to: this.#text.length + text.length });
    this.#text += text;
  }

  add(segment: Segment): void {
    this.#endText();
    this.segments.push(segment);
  }

  addBoundary(level: BoundaryLevel): void {
    this.#endText();
    this.#text = '';
    const last = this.segments.at(-1);
    if (last?.kind !== 'boundary') {
      if (this.#hasSpoken) this.segments.push({ kind: 'boundary', level });
    } else if (level === 'paragraph') {
      this.segments[this.segments.length - 1] = { kind: 'boundary', level };
    }
  }

  finish(): Segment[] {
    this.#endText();
    return this.segments;
  }

  #endText(): void {
    if (this.#style === undefined || this.#text.trim() === '') {
      if (this.#text !== '') this.#text = ' ';
      this.#aliases = [];
      return;
    }
    const aliases = this.#aliases.length === 0 ? {} : { aliases: this.#aliases };
    this.segments.push({ kind: 'speech', text: this.#text, style: this.#style, ...aliases });
    this.#text = '';
    this.#aliases = [];
    this.#hasSpoken = true;
  }
}
