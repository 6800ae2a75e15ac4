import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { shaped } from './answer-shape.ts';

const key = Type.Object({ id: Type.String(), createdAt: Type.Integer() });
const at = new Date('2026-01-31T12:00:00Z');

describe('the shape of an answer', () => {
  it('keeps the fields of the schema and no others, at any depth', () => {
    const schema = Type.Object({ items: Type.Array(key), owner: Type.Union([key, Type.Null()]) });
    const row = { id: 'key_1', createdAt: 7, hash: 'secret' };
    const shown = { id: 'key_1', createdAt: 7 };
    expect(shaped(schema, { items: [row], owner: row, place: '7_key_1' })).toEqual({
      items: [shown],
      owner: shown,
    });
    expect(shaped(schema, { items: [], owner: null })).toEqual({ items: [], owner: null });
  });

  it('has times as Unix milliseconds and ids as text', () => {
    expect(shaped(key, { id: 1001, createdAt: at })).toEqual({ id: '1001', createdAt: at.getTime() });
  });

  it('leaves free content and files as they are', () => {
    const schema = Type.Object({ details: Type.Record(Type.String(), Type.Unknown()) });
    const details = { any: { number: 7 } };
    expect(shaped(schema, { details })).toEqual({ details });
    const file = new Blob(['text']);
    expect(shaped({ file: ['text/plain'] }, file)).toBe(file);
  });

  it('does not take names that every object has for fields of the schema', () => {
    expect(shaped(key, { constructor: 'x', id: 'key_1' })).toEqual({ id: 'key_1' });
  });
});
