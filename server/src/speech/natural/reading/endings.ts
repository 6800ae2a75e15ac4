/** Which English is read: American or British. */
export type Accent = 'us' | 'gb';

/** How a stem sounds with the endings -s, -ed and -ing. */
export class Endings {
  readonly #isBritish: boolean;

  constructor(accent: Accent) {
    this.#isBritish = accent === 'gb';
  }

  s(stem: string): string {
    const last = stem.at(-1) ?? '';
    if ('ptkfθ'.includes(last)) return `${stem}s`;
    return 'szʃʒʧʤ'.includes(last) ? `${stem}${this.#weak}z` : `${stem}z`;
  }

  ed(stem: string): string {
    const last = stem.at(-1) ?? '';
    if ('pkfθʃsʧ'.includes(last)) return `${stem}t`;
    if (last === 'd') return `${stem}${this.#weak}d`;
    if (last !== 't') return `${stem}d`;
    if (stem.length < 2) return `${stem}ɪd`;
    return this.#hasTap(stem) ? `${stem.slice(0, -1)}ɾᵻd` : `${stem}${this.#weak}d`;
  }

  ing(stem: string): string {
    return this.#hasTap(stem) ? `${stem.slice(0, -1)}ɾɪŋ` : `${stem}ɪŋ`;
  }

  get #weak(): string {
    return this.#isBritish ? 'ɪ' : 'ᵻ';
  }

  #hasTap(stem: string): boolean {
    return !this.#isBritish && stem.at(-1) === 't' && beforeTap.has(stem.at(-2) ?? '');
  }
}

/** Sounds after which an American T becomes a tap, as in "writing". */
const beforeTap: ReadonlySet<string> = new Set('AIOWYiuæɑəɛɪɹʊʌ');

type Knows = (word: string) => boolean;

/** The word without its -s, if that word is known. */
export function stemOfS(word: string, knows: Knows): string | null {
  if (word.length < 3 || !word.endsWith('s')) return null;
  if (!word.endsWith('ss') && knows(word.slice(0, -1))) return word.slice(0, -1);
  const longEs = word.length > 4 && word.endsWith('es') && !word.endsWith('ies');
  if ((word.endsWith("'s") || longEs) && knows(word.slice(0, -2))) return word.slice(0, -2);
  const singular = `${word.slice(0, -3)}y`;
  return word.length > 4 && word.endsWith('ies') && knows(singular) ? singular : null;
}

export function stemOfEd(word: string, knows: Knows): string | null {
  if (word.length < 4 || !word.endsWith('d')) return null;
  if (!word.endsWith('dd') && knows(word.slice(0, -1))) return word.slice(0, -1);
  const regular = word.length > 4 && word.endsWith('ed') && !word.endsWith('eed');
  return regular && knows(word.slice(0, -2)) ? word.slice(0, -2) : null;
}

export function stemOfIng(word: string, knows: Knows): string | null {
  if (word.length < 5 || !word.endsWith('ing')) return null;
  const stem = word.slice(0, -3);
  if (word.length > 5 && knows(stem)) return stem;
  if (knows(`${stem}e`)) return `${stem}e`;
  const doubled = /([bcdgklmnprstvxz])\1ing$|cking$/.test(word);
  return word.length > 5 && doubled && knows(word.slice(0, -4)) ? word.slice(0, -4) : null;
}
