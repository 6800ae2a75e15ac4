import type { BoundaryLevel } from '../reading/names.ts';
import type { Segment } from './segments.ts';
import type { SpeechStyle } from './speech-style.ts';

/** Collects segments. It joins text of one style, and moves separate whitespace to the words after it. */
export class SegmentList {
  readonly segments: Segment[] = [];
  #text = '';
  #style: SpeechStyle | undefined;
  #hasSpoken = false;

  addText(text: string, style: SpeechStyle): void {
    if (style !== this.#style) this.#endText();
    this.#style = style;
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
      return;
    }
    this.segments.push({ kind: 'speech', text: this.#text, style: this.#style });
    this.#text = '';
    this.#hasSpoken = true;
  }
}
