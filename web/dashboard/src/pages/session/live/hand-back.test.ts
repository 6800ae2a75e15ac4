import { describe, expect, it } from 'vitest';
import { handBackOf } from './hand-back.ts';
import type { Line, Note } from './live-view.ts';

type Why = Extract<Note, { kind: 'person' }>['why'];
const told = (...reasons: readonly Why[]): Line[] =>
  reasons.map((why, index) => ({
    kind: 'note',
    key: String(index),
    at: index,
    note: { kind: 'person', n: index + 1, at: index, why, person: why === 'taken' ? { name: 'Ann' } : null },
  }));
const brain = { status: 'IDLE', person: null, connected: true } as const;

describe('a hand-back that the person did not ask for', () => {
  it.each([
    ['the person handed back', ['taken', 'released'], null],
    ['the person was silent', ['taken', 'silence'], 'silence'],
    ['the connection was lost', ['taken', 'lost'], 'lost'],
    ['the connection was lost for so long that the line is gone', ['taken'], 'lost'],
    ['the page was loaded again meanwhile, and knows no line', [], 'lost'],
  ] as const)('%s', (_, reasons, why) => {
    expect(handBackOf({ lines: told(...reasons), now: brain })).toBe(why);
  });

  it('is none while somebody answers', () => {
    const now = { ...brain, person: { id: 'p', name: 'Ben' } };
    expect(handBackOf({ lines: told('taken', 'silence', 'taken'), now })).toBeNull();
  });
});
