/** At most so many characters of a text, and … in place of the rest. No character is cut in half. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/\p{Surrogate}$/u, '')}…`;

/** The same on one line. */
export const shortLine = (text: string, most: number): string =>
  shortened(text.replaceAll(/\s+/g, ' ').trim(), most);
