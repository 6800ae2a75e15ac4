/** Folds case and accents, so that "Émile" stands beside "emil" and not behind "Zoe". */
export function sortKeyOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
