import { withoutTrailing } from '../../without-trailing.ts';
import { convertInline } from './inline.ts';
import { asCode } from './opaque-parts.ts';

/** How a line begins. `line`: the whole line is read. `inline`: words follow after `used`, then `close`. */
export type LineStart =
  | { readonly kind: 'line'; readonly markup: string }
  | { readonly kind: 'inline'; readonly used: number; readonly open: string; readonly close: string }
  | { readonly kind: 'fence'; readonly sign: string }
  | 'undecided';

/** In a line without spaces around it. */
const fence = /^(?:(`{3,})[^`]*|(~{3,})\s*[\w+#.-]*)$/;
const rule = /^\s*([-*_=])(?:\s*\1){2,}\s*$/;
const headingSign = /^ {0,3}#{1,6}[ \t]+/;
const bullet = /^\s*[-*][ \t]+(?=\S)/;
const quote = /^ {0,3}(?:>[ \t]?){1,2}(?=[^\s\d=>])/;
/** A line that may still become one of the above. */
const unclear =
  /^\s*(?:[-*_=][-*_=\s]*|`{1,2}|~{1,2}|`{3,}[^`]*|~{3}[^`]*|#{1,6}(?:[ \t].*)?|(?:>[ \t]?){1,2})?$/;

const plain = { kind: 'inline', used: 0, open: '', close: '' } as const satisfies LineStart;

/** Reads the start of a line, which may still grow if it is not whole. A long line counts as words. */
export function readLineStart(line: string, isWhole: boolean, isLong: boolean): LineStart {
  if (!isWhole && !isLong && unclear.test(line)) return 'undecided';
  const known = isLong ? null : wholeLine(line);
  if (known !== null) return known;
  const quoted = quote.exec(line)?.[0].length;
  if (quoted !== undefined) return quotedStart(line, quoted, isWhole, isLong);
  const used = bullet.exec(line)?.[0].length;
  return used === undefined ? plain : { kind: 'inline', used, open: '<li>', close: '</li>' };
}

function wholeLine(line: string): LineStart | null {
  const [, ticks, tildes] = fence.exec(line.trim()) ?? [];
  const sign = ticks ?? tildes;
  if (sign !== undefined) return { kind: 'fence', sign };
  if (rule.test(line)) return { kind: 'line', markup: '' };
  const title = titleOf(line);
  return title === null ? null : { kind: 'line', markup: title === '' ? '' : headingOf(title) };
}

/** The words of a heading, without the signs that may close it: `# Words ##`. Null if the line is not a heading. */
function titleOf(line: string): string | null {
  const sign = headingSign.exec(line)?.[0];
  if (sign === undefined) return null;
  const words = line.slice(sign.length).trimEnd();
  const open = withoutTrailing(words, '#');
  const title = open === words || !/[ \t]$/.test(open) ? words : withoutTrailing(open, ' \t');
  return /[\r\u2028\u2029]/.test(title) ? null : title;
}

const headingOf = (title: string): string => `<h4><b>${convertInline(title)}</b></h4>`;

/** A quotation may contain a list or a heading. */
function quotedStart(line: string, used: number, isWhole: boolean, isLong: boolean): LineStart {
  const inner = readLineStart(line.slice(used), isWhole, isLong);
  if (inner === 'undecided' || inner.kind === 'line') return inner;
  return inner.kind === 'fence' ? { ...plain, used } : { ...inner, used: used + inner.used };
}

/** A line inside a fence; null for the line that ends it. */
export function codeLine(line: string, sign: string): string | null {
  const text = line.trim();
  if (text.startsWith(sign) && new Set(text).size === 1) return null;
  return text === '' ? '' : asCode(text);
}

const tableRow = /^\s*\|.*\|\s*$/;
const delimiterRow = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

export const isTableRow = (line: string): boolean => tableRow.test(line);
export const isDelimiterRow = (line: string): boolean => delimiterRow.test(line);
/** True for a text that may still become a delimiter row. */
export const mayBeDelimiterRow = (line: string): boolean => /^[|:\-\s]*$/.test(line);

/** The cells of a row as an enumeration. */
export function tableRowText(line: string, isHeader: boolean): string {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => convertInline(cell.trim()))
    .filter((cell) => cell !== '');
  return cells.map((cell) => (isHeader ? `<b>${cell}</b>` : cell)).join(', ');
}
