/** Folds case and accents, so that "Émile" sorts beside "emil" and not after "Zoe". */
export function sortKeyOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
