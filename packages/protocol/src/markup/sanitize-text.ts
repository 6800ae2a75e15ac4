/** Without NUL and halves of surrogate pairs, which Postgres and UTF-8 cannot hold. */
export function sanitizeText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  return text.replace(/[\0\p{Surrogate}]/gu, '');
}
