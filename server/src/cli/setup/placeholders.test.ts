// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders look like this
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillIn, placeholders, written } from './placeholders.ts';

describe('placeholders', () => {
  test('are replaced in every text, however deep', () => {
    const file = { a: ['${ONE}', 7, null], b: { c: 'x-${ONE}-${TWO_2}' } };
    expect(fillIn(file, { ONE: '1', TWO_2: '${ONE}' })).toEqual({
      a: ['1', 7, null],
      b: { c: 'x-1-${ONE}' },
    });
  });

  test('an empty variable is a value', () => {
    expect(fillIn('${EMPTY}', { EMPTY: '' })).toBe('');
  });

  test('all missing variables are named at once', () => {
    expect(() => fillIn({ a: '${ONE}', b: ['${TWO} ${ONE}'] }, {})).toThrow('not set: ONE, TWO.');
  });

  test.each(['${', '${}', '${a b}', '${1A}', 'price: ${'])('%s is a mistake, not a placeholder', (text) => {
    expect(() => fillIn({ text }, {})).toThrow('not a placeholder');
  });

  test('any text comes back as it was after it was written', () => {
    const text = fc.string({ unit: fc.constantFrom('$', '{', '}', 'A', ' ') });
    fc.assert(
      fc.property(text, (value) => {
        expect(fillIn(written(value), { A: 'wrong' })).toBe(value);
      }),
    );
  });

  test('each secret has a variable of its own', () => {
    const placeholder = placeholders();
    const made = [
      ['avatar', 'Sales & more!', 'endpoint_Key'],
      ['avatar', 'Sales, more', 'endpoint_Key'],
      ['avatar', 'Привет', 'endpoint_Key'],
    ].map((words) => written(placeholder(...words)));
    expect(made).toEqual([
      '${PARLEY_AVATAR_SALES_MORE_ENDPOINT_KEY}',
      '${PARLEY_AVATAR_SALES_MORE_ENDPOINT_KEY_2}',
      '${PARLEY_AVATAR_ENDPOINT_KEY}',
    ]);
  });
});
