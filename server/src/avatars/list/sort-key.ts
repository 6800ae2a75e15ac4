import { normalized } from '@parley/protocol';

/** Folds case and accents, so that "Émile" sorts beside "emil" and not after "Zoe". */
export function sortKeyOf(name: string): string {
  return normalized(name, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
