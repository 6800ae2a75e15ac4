import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAnswers, tagLine } from './compare-answers.ts';
import { splitWords, type WordChange, wordChanges } from './word-changes.ts';

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }).map((list) => list.join(' '));
const without = (changes: readonly WordChange[], kind: WordChange['kind']): string =>
  changes.flatMap((change) => (change.kind === kind ? [] : [change.text])).join(' ');

describe('two answers', () => {
  it('[RP2] the changes make each text of the other, and same texts have none', () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        const changes = wordChanges(before, after);
        expect(without(changes, 'added')).toBe(before);
        expect(without(changes, 'removed')).toBe(after);
        expect(wordChanges(before, before).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  it('[RP2] [RP13] texts too long to compare word by word are shown as replaced, apart from their ends', () => {
    const long = (word: string) => `start ${Array.from({ length: 250 }, (_, at) => word + at).join(' ')} end`;
    expect(wordChanges(long('x'), long('y')).map(({ kind }) => kind)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ]);
    const same = Array.from({ length: 250 }, (_, at) => `w${at}`).join(' ');
    expect(wordChanges(`start A ${same} B end`, `start X ${same} Y end`)).toEqual([
      { kind: 'same', text: 'start' },
      { kind: 'removed', text: `A ${same} B` },
      { kind: 'added', text: `X ${same} Y` },
      { kind: 'same', text: 'end' },
    ]);
    expect(splitWords(' a  b\n')).toEqual(['a', 'b']);
  });

  it('[RP2] [RP3] blanks and the order of fields do not matter, and what is unknown does not differ', () => {
    const side = { problem: null, words: 'One  two', tags: ['<a>'] };
    const same = { different: false, wordsDiffer: false, tagsDiffer: false };
    expect(compareAnswers(side, { ...side, words: 'One two' })).toEqual(same);
    expect(compareAnswers({ ...side, words: null, tags: null }, side)).toEqual(same);
    expect(compareAnswers(side, { ...side, problem: 'No.' })).toEqual({ ...same, different: true });
    expect(compareAnswers({ ...side, problem: 'No.' }, { ...side, problem: 'Never.' })).toEqual(same);
    expect(compareAnswers(side, { ...side, tags: [] })).toMatchObject({ different: true, tagsDiffer: true });
    const tag = (json: unknown, attributes: Record<string, string>) =>
      tagLine({ name: 'x', json, attributes });
    expect(tag({ b: [{ d: 1, c: 2 }], a: 1 }, { z: '1', y: '2' })).toBe(
      tag({ a: 1, b: [{ c: 2, d: 1 }] }, { y: '2', z: '1' }),
    );
  });
});
