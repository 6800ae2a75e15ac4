import { normalized } from '@parley/protocol';
import { symbolName } from './symbol-names.ts';

/** Letters that Unicode does not decompose into a Latin letter and its marks. */
const letterShapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    Æ: 'AE',
    œ: 'oe',
    Œ: 'OE',
    ø: 'o',
    Ø: 'O',
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
    ð: 'th',
    Ð: 'Th',
    þ: 'th',
    Þ: 'Th',
    ı: 'i',
    ħ: 'h',
    ŋ: 'ng',
    '‘': "'",
    '’': "'",
    ʼ: "'",
    '′': "'",
    '“': '"',
    '”': '"',
    '„': '"',
    '«': '"',
    '»': '"',
    '‐': '-',
    '‑': '-',
    '−': '-',
    '‒': '-',
    '–': ' - ',
    '—': ' - ',
    '―': ' - ',
    '…': '...',
    '⁄': '/',
    '、': ', ',
    '。': '. ',
  }),
);

/** Currency and degree signs that the number rules look for. */
const keptSigns: ReadonlySet<string> = new Set('€£¥¢₹₽₩₿°‰');

/** Writes a text in plain letters. Signs with a name are named. Characters without a sound in English are left out. */
export function foldToAscii(text: string): string {
  if (isPlain(text)) return text;
  const ranges = normalized(text, 'NFC').replace(/(?<=\d)[–—‒](?=\d)/g, '-');
  let folded = '';
  for (const character of ranges) folded += foldCharacter(character);
  return folded;
}

function foldCharacter(character: string): string {
  if (isPlain(character) || keptSigns.has(character)) return character;
  const known = letterShapes.get(character);
  if (known !== undefined) return known;
  const name = symbolName(character);
  if (name !== undefined) return ` ${name} `;
  const parts = normalized(character, 'NFKD').replace(/\p{M}/gu, '');
  if (parts === character) return /\s/.test(character) ? ' ' : '';
  return [...parts].map((part) => (isPlain(part) ? part : (letterShapes.get(part) ?? ''))).join('');
}

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 32 || code > 126) return false;
  }
  return true;
}
