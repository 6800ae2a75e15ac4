/** One thing at its place in what an avatar says: words, or a tag for the page. */
export type SaidItem =
  | { readonly kind: 'sentence'; readonly text: string; readonly markup: string }
  | {
      readonly kind: 'tag';
      readonly name: string;
      readonly event: string | null;
      readonly attributes: Readonly<Record<string, string>>;
    };

export type UtteranceKind = 'reply' | 'callback' | 'say' | 'greeting' | 'filler' | 'apology';

/** Something to be said whole: it may still grow while a reply is arriving. */
export type Utterance = {
  readonly id: number;
  readonly turn: number;
  readonly kind: UtteranceKind;
  readonly items: readonly SaidItem[];
  readonly complete: boolean;
  /** How many items have gone to the client. */
  readonly sent: number;
  /** Whether the client was told that nothing more follows. */
  readonly closed: boolean;
  /** How many sentences the client reported as heard to their end. */
  readonly played: number;
};

export function sentencesOf(items: readonly SaidItem[]): string[] {
  return items.flatMap((item) => (item.kind === 'sentence' && item.text !== '' ? [item.text] : []));
}

export function textOf(items: readonly SaidItem[]): string {
  const [only] = items;
  if (items.length === 1 && only?.kind === 'sentence') return only.text;
  return sentencesOf(items).join(' ');
}

function sentenceCount(items: readonly SaidItem[], upTo: number): number {
  let count = 0;
  for (let at = 0; at < upTo; at++) if (items[at]?.kind === 'sentence') count += 1;
  return count;
}

export const sentSentences = ({ items, sent }: Utterance): number => sentenceCount(items, sent);

export const needsPlayback = ({ items, played }: Utterance): boolean =>
  played < sentenceCount(items, items.length);

/** The items from the first sentence on that was not reported as heard. */
export function unheardItems({ items, played }: Utterance): readonly SaidItem[] {
  let sentences = 0;
  const start = items.findIndex((item) => item.kind === 'sentence' && ++sentences > played);
  return start === -1 ? [] : items.slice(start);
}

/** What the user heard: the client's own word if it fits what was sent, else the sentences reported as played. */
export function heardText(utterance: Utterance, claimed: string | null): string {
  const sent = textOf(utterance.items.slice(0, utterance.sent));
  if (claimed !== null) {
    const words = claimed.replaceAll(/\s+/g, ' ').trim();
    if (sent.replaceAll(/\s+/g, ' ').startsWith(words)) return words;
  }
  return sentencesOf(utterance.items.slice(0, utterance.sent)).slice(0, utterance.played).join(' ');
}
