import type { BoundaryLevel } from '../reading/names.ts';
import type { SpeechStyle } from './speech-style.ts';

/** A tag of the service or of the customer. The name is in lower case, as are the attributes' names. */
export interface MarkupTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly raw: string;
}

export type TextRange = { readonly from: number; readonly to: number };

export type Segment =
  | {
      readonly kind: 'speech';
      readonly text: string;
      readonly style: SpeechStyle;
      /** Where the text is an alias: `from` up to but not including `to`. */
      readonly aliases?: readonly TextRange[];
    }
  | { readonly kind: 'break'; readonly ms: number }
  | { readonly kind: 'mark'; readonly name: string }
  /** A tag marked the end of a sentence or paragraph here. It is never first, and two never follow each other. */
  | { readonly kind: 'boundary'; readonly level: BoundaryLevel }
  /** A tag for the service itself. */
  | { readonly kind: 'service'; readonly tag: MarkupTag }
  /** A tag for the customer's page, if the page has registered it. */
  | { readonly kind: 'custom'; readonly tag: MarkupTag };
