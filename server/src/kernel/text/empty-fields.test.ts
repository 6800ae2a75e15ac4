import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { emptyFieldRemover } from './empty-fields.ts';

describe('empty fields', () => {
  const clean = emptyFieldRemover(
    Type.Object({
      id: Type.String(),
      token: Type.Optional(Type.String()),
      on: Type.Optional(Type.Boolean()),
    }),
  );

  it('that are optional are left out, whether null or an empty text', () => {
    expect(clean({ id: '7', token: null, on: '' })).toEqual({ id: '7' });
    expect(clean({ id: '7', token: '', on: false })).toEqual({ id: '7', on: false });
  });

  it('that are required or unknown stay, and so does everything else', () => {
    expect(clean({ id: '', other: null })).toEqual({ id: '', other: null });
    const whole = { id: '7', token: ' ', on: 0 };
    expect(clean(whole)).toBe(whole);
  });
});
