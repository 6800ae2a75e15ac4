import type { LiveSession } from '@parley/protocol/management';
import { describe, expect, it } from 'vitest';
import { changesOf, waitingIn } from './waiting-requests.ts';

const session = (id: string, at: number | null, person: string | null = null) =>
  ({
    id,
    personRequest: at === null ? null : { at, reason: '' },
    person: person === null ? null : { name: person },
  }) as LiveSession;
const ids = (sessions: readonly LiveSession[]) => sessions.map(({ id }) => id);

describe('requests for a person', () => {
  it('wait until somebody has taken over', () => {
    const items = [session('a', 1), session('b', 1, 'Ann'), session('c', null)];
    expect(ids(waitingIn({ items, total: 3, at: 5 }))).toEqual(['a']);
    expect(waitingIn(null)).toEqual([]);
  });

  it('are told once, and a second one of the same session is told again', () => {
    const before = [session('a', 1), session('b', 2)];
    expect(changesOf(before, before)).toEqual({ fresh: [], gone: [] });
    const { fresh, gone } = changesOf(before, [session('a', 9), session('c', 3)]);
    expect(ids(fresh)).toEqual(['a', 'c']);
    expect(ids(gone)).toEqual(['a', 'b']);
  });
});
