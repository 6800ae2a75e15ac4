/** One item of what an avatar says: a sentence, or a tag for the page. */
export type SpeechItem =
  | { readonly kind: 'sentence'; readonly text: string; readonly markup: string }
  | {
      readonly kind: 'tag';
      readonly name: string;
      /** The DOM event that the page registered the tag for. */
      readonly event: string | null;
      readonly attributes: Readonly<Record<string, string>>;
    };

/** Whether an utterance answers a question or replaces an answer. */
export const isAnswer = ({ kind }: Utterance): boolean =>
  kind === 'reply' || kind === 'person' || kind === 'filler' || kind === 'apology';

export type UtteranceKind = 'reply' | 'callback' | 'say' | 'greeting' | 'filler' | 'apology' | 'person';

/** One thing that the avatar says. A reply grows while it arrives from the brain. */
export type Utterance = {
  readonly id: number;
  readonly turn: number;
  readonly kind: UtteranceKind;
  readonly items: readonly SpeechItem[];
  /** Whether all items have arrived. */
  readonly complete: boolean;
  /** The name of the person whose words they are. */
  readonly by?: string;
};

/** The utterance that the avatar is saying. */
export type CurrentUtterance = Utterance & {
  /** How many items were sent to the client. */
  readonly sentItems: number;
  /** Whether the client was sent `utterance-end`. */
  readonly endSent: boolean;
  /** How many sentences the client reported as played to their end. */
  readonly playedSentences: number;
  /** Whether its first sound was sent, or none will be. Before that the avatar is not talking. */
  readonly audible: boolean;
  /** How much of what was sent is in which language. Empty while nothing has told one. */
  readonly letters: Readonly<Record<string, number>>;
};

export const beginUtterance = (utterance: Utterance, audible: boolean): CurrentUtterance => ({
  ...utterance,
  audible,
  sentItems: 0,
  endSent: false,
  playedSentences: 0,
  letters: {},
});

/** What an item takes in memory besides its texts. */
const itemBytes = 64;

export const bytesOfItem = (item: SpeechItem): number =>
  item.kind === 'sentence'
    ? itemBytes + item.text.length + item.markup.length
    : Object.entries(item.attributes).reduce(
        (sum, [name, value]) => sum + name.length + value.length,
        itemBytes + item.name.length,
      );

export const bytesOfItems = (items: readonly SpeechItem[]): number =>
  items.reduce((sum, item) => sum + bytesOfItem(item), 0);

export function sentencesOf(items: readonly SpeechItem[]): string[] {
  return items.flatMap((item) => (item.kind === 'sentence' && item.text !== '' ? [item.text] : []));
}

export function textOf(items: readonly SpeechItem[]): string {
  const [only] = items;
  if (items.length === 1 && only?.kind === 'sentence') return only.text;
  return sentencesOf(items).join(' ');
}

function countSentences(items: readonly SpeechItem[], firstItems: number): number {
  let count = 0;
  for (let at = 0; at < firstItems; at++) if (items[at]?.kind === 'sentence') count += 1;
  return count;
}

export const sentSentences = ({ items, sentItems }: CurrentUtterance): number =>
  countSentences(items, sentItems);

/** Whether the client has sentences left to play. */
export const needsPlayback = ({ items, playedSentences }: CurrentUtterance): boolean =>
  playedSentences < countSentences(items, items.length);

/** The items from the first sentence that was not reported as played. */
export function unplayedItems({ items, playedSentences }: CurrentUtterance): readonly SpeechItem[] {
  let sentences = 0;
  const start = items.findIndex((item) => item.kind === 'sentence' && ++sentences > playedSentences);
  return start === -1 ? [] : items.slice(start);
}

/** What the visitor heard: the client's text if it matches what was sent, else the sentences reported as played. */
export function heardText(utterance: CurrentUtterance, claimed: string | null): string {
  const sent = utterance.items.slice(0, utterance.sentItems);
  if (claimed !== null) {
    const words = claimed.replaceAll(/\s+/g, ' ').trim();
    if (textOf(sent).replaceAll(/\s+/g, ' ').startsWith(words)) return words;
  }
  return sentencesOf(sent).slice(0, utterance.playedSentences).join(' ');
}
