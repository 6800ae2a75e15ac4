/** Removes NUL and unpaired surrogates, which PostgreSQL and UTF-8 cannot store. */
export function sanitizeText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  return text.replace(/[\0\p{Surrogate}]/gu, '');
}
