/** Characters of no script: before a word, before its sounds, and behind them. */
const [opening, middle, closing] = ['\ue000', '\ue001', '\ue002'];
const marks = /[\ue000-\ue002]/g;
const marked = /\ue000([^\ue000-\ue002]*)\ue001([^\ue000-\ue002]*)\ue002/g;

/** A word of a plain text with its sounds, so that a voice can find both in the text. */
export const markSounds = (written: string, ipa: string): string =>
  `${opening}${withoutMarks(written)}${middle}${withoutMarks(ipa)}${closing}`;

export const withoutMarks = (text: string): string => text.replace(marks, '');

export const hasSounds = (text: string): boolean => text.includes(opening);

/** Writes each marked word in the voice's own way. */
export const writeSounds = (text: string, write: (written: string, ipa: string) => string): string =>
  text.replace(marked, (_, written: string, ipa: string) => write(written, ipa));
