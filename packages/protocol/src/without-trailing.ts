/**
 * The text without these characters at its end. A regex such as `/\/+$/` would start again at each of the characters,
 * which takes quadratic time if the text goes on after them.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
