/** What is at a position: markup that replaces `length` characters, or nothing special. It may be too early to tell. */
export type ConstructMatch = { readonly markup: string; readonly length: number } | 'plain' | 'undecided';

/** A place in a line. The line may still grow, unless `isWhole`. */
export type Position = {
  readonly text: string;
  readonly at: number;
  /** The character before the place, or an empty string. */
  readonly before: string;
  readonly isWhole: boolean;
};

/** How often the character at this place is repeated. */
export function runLength(text: string, at: number): number {
  const character = text.charAt(at);
  let end = at + 1;
  while (text.charAt(end) === character) end += 1;
  return end - at;
}
