import { normalized, type VisemeName } from '@parley/protocol/wire';

const shapes: readonly (readonly [VisemeName, string])[] = [
  ['PP', 'pbmɓɱ'],
  ['FF', 'fvɸβʋⱱ'],
  ['TH', 'θð'],
  ['DD', 'tdʈɖɾɽɗ'],
  ['kk', 'kɡgqɢxɣχhɦħʕʔɠʛcɟ'],
  ['CH', 'ʃʒɕʑçʝʂʐ'],
  ['SS', 'sz'],
  ['nn', 'nlŋɲɳɴɫʎɭʟɬɮ'],
  ['RR', 'ɹrʀʁɻɝɚɜ'],
  ['aa', 'aɑæɐʌɒä'],
  ['E', 'eɛəɘɞœø'],
  ['I', 'iɪjyʏɨᵻ'],
  ['O', 'oɔɤɵ'],
  ['U', 'uʊwʉɯᵿɥʍ'],
];

const bySymbol: ReadonlyMap<string, VisemeName> = new Map(
  shapes.flatMap(([viseme, symbols]) => [...symbols].map((symbol) => [symbol, viseme] as const)),
);

/** A viseme and its relative duration. */
export type WeightedViseme = { readonly viseme: VisemeName; readonly weight: number };

const vowels: ReadonlySet<VisemeName> = new Set(['aa', 'E', 'I', 'O', 'U']);
export const weightOf = (viseme: VisemeName): number => (vowels.has(viseme) ? 1.6 : 1);

/** The visemes for a text in the phonetic alphabet, in any language. Signs without a shape lengthen or do nothing. */
export function visemesOfIpa(ipa: string): WeightedViseme[] {
  const found: WeightedViseme[] = [];
  for (const symbol of normalized(ipa, 'NFD')) {
    const viseme = bySymbol.get(symbol);
    const last = found.at(-1);
    if (viseme !== undefined) found.push({ viseme, weight: weightOf(viseme) });
    else if (symbol === 'ː' && last !== undefined) {
      found[found.length - 1] = { ...last, weight: last.weight * 1.4 };
    }
  }
  return found;
}
