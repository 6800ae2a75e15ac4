/** Stream-safe text (UAX #15) has at most 30 marks in a row. No writing system needs as many. */
const manyMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * The text in a Unicode normalization form. Normalizing sorts the marks after a letter, which takes quadratic time:
 * 64 KiB of accents would stop the process for half a minute. Marks after the 30th in a row are left out.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(manyMarks, '$1').normalize(form);
}
