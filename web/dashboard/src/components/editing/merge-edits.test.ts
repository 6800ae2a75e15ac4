import { describe, expect, it } from 'vitest';
import { editsOf, mergeEdits } from './merge-edits.ts';

const base = { name: 'Ada', greeting: 'Hello', origins: ['https://a.example'] };

describe('edits of two people', () => {
  it('to different fields are both kept', () => {
    const typed = { ...base, greeting: 'Welcome' };
    const newest = { ...base, origins: [] };
    expect(mergeEdits(base, typed, newest)).toEqual({
      values: { name: 'Ada', greeting: 'Welcome', origins: [] },
      theirs: {},
    });
  });

  it('to the same field keep this person’s input, and return the other’s', () => {
    const typed = { ...base, greeting: 'Welcome' };
    const newest = { ...base, greeting: 'Hi', name: 'Grace' };
    expect(mergeEdits(base, typed, newest)).toEqual({
      values: { ...base, greeting: 'Welcome', name: 'Grace' },
      theirs: { greeting: 'Hi' },
    });
  });

  it('do not overlap if both typed the same', () => {
    const same = { ...base, greeting: 'Hi' };
    expect(mergeEdits(base, same, same)).toEqual({ values: same, theirs: {} });
  });

  it('are the fields that differ', () => {
    expect(editsOf(base, { ...base, origins: ['https://a.example'] })).toEqual({});
    expect(editsOf(base, { ...base, name: 'Bob' })).toEqual({ name: 'Bob' });
  });
});
