import type { Pronunciation } from './pronunciation.ts';

const columns = ['word', 'respelling', 'ipa', 'language'] as const;

/**
 * Reads the rows of a spreadsheet or a CSV file: word, respelling, IPA and language, separated by tabs, semicolons or
 * commas. A first row with these names is left out. Rows without a word are skipped.
 */
export function readPronunciationTable(text: string): Pronunciation[] {
  const separator = ['\t', ';'].find((sign) => text.includes(sign)) ?? ',';
  const rows = rowsOf(text.replace(/^\ufeff/, '').replaceAll('\r', ''), separator).filter(
    ([word = '']) => word.trim() !== '',
  );
  const [first] = rows;
  const isHeading = first?.[0]?.trim().toLowerCase() === 'word';
  return (isHeading ? rows.slice(1) : rows).map((cells) => {
    const fields = columns.flatMap((name, index) => {
      const cell = cells[index]?.trim() ?? '';
      return cell === '' ? [] : [[name, cell]];
    });
    return { word: '', ...Object.fromEntries(fields) };
  });
}

/** Quotes around a cell may contain separators and line ends; two quotes in it are one. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  // Looking into a growing text at each sign would take quadratic time.
  let isBlank = true;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
    isBlank = true;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"' && (isQuoted || isBlank)) {
      isQuoted = !isQuoted;
    } else if (!isQuoted && sign === separator) {
      endCell();
    } else if (!isQuoted && sign === '\n') {
      endCell();
      rows.push([]);
    } else {
      cell += sign;
      isBlank &&= sign === ' ';
    }
  }
  endCell();
  return rows;
}
