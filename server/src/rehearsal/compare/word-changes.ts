export type WordChange = {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
};

/** 200 words of each text, from the first difference to the last one. Longer ones are shown as replaced: one comparison keeps the process for half a millisecond. */
const maxCells = 40_000;

export const splitWords = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** What makes one text of the other, word by word: as few removed and added words as possible. */
export function wordChanges(before: string, after: string): WordChange[] {
  const [old, fresh] = [splitWords(before), splitWords(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let [oldEnd, freshEnd] = [old.length, fresh.length];
  while (oldEnd > start && freshEnd > start && old[oldEnd - 1] === fresh[freshEnd - 1]) {
    oldEnd -= 1;
    freshEnd -= 1;
  }
  const changes = new Changes();
  changes.add('same', old.slice(0, start));
  addMiddle(changes, old.slice(start, oldEnd), fresh.slice(start, freshEnd));
  changes.add('same', old.slice(oldEnd));
  return changes.all;
}

/** Neighbours of one kind become one change. */
class Changes {
  readonly all: WordChange[] = [];

  add(kind: WordChange['kind'], words: readonly string[]): void {
    if (words.length === 0) return;
    const last = this.all.at(-1);
    const text = words.join(' ');
    if (last?.kind === kind) this.all[this.all.length - 1] = { kind, text: `${last.text} ${text}` };
    else this.all.push({ kind, text });
  }
}

/** The longest common subsequence, by a table of its lengths from each pair of positions on. */
function addMiddle(changes: Changes, old: readonly string[], fresh: readonly string[]): void {
  const width = fresh.length + 1;
  if (old.length * fresh.length > maxCells) {
    changes.add('removed', old);
    return changes.add('added', fresh);
  }
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = fresh.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === fresh[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  let [row, column] = [0, 0];
  while (row < old.length && column < fresh.length) {
    const [word = '', other = ''] = [old[row], fresh[column]];
    if (word === other) {
      changes.add('same', [word]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      changes.add('removed', [word]);
      row += 1;
    } else {
      changes.add('added', [other]);
      column += 1;
    }
  }
  changes.add('removed', old.slice(row));
  changes.add('added', fresh.slice(column));
}
