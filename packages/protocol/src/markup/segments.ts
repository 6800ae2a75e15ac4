import type { BoundaryLevel } from './names.ts';
import type { SpeechStyle } from './speech-style.ts';

/** A tag of the service or of the customer. The name is in lower case, as are the attributes' names. */
export interface MarkupTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly raw: string;
}

export type Segment =
  | { readonly kind: 'speech'; readonly text: string; readonly style: SpeechStyle }
  | { readonly kind: 'break'; readonly ms: number }
  | { readonly kind: 'mark'; readonly name: string }
  /** The end of a sentence or paragraph that was marked by a tag. Never first, never two in a row. */
  | { readonly kind: 'boundary'; readonly level: BoundaryLevel }
  /** A tag that means something to the service itself. */
  | { readonly kind: 'service'; readonly tag: MarkupTag }
  /** A tag that means something to the customer's page, if it is registered there. */
  | { readonly kind: 'custom'; readonly tag: MarkupTag };
