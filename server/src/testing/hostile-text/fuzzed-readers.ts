/** Functions that read foreign text, by name. A reader may refuse a text by an error. */
export type Readers = Readonly<Record<string, (text: string) => unknown>>;

/** Gives a text to a reader in pieces, as a language model sends it. */
export const inPieces = (take: (piece: string) => unknown, text: string, size = 8): void => {
  for (let at = 0; at < text.length; at += size) take(text.slice(at, at + size));
};
