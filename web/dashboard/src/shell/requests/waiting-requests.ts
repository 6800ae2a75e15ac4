import type { LiveSession, LiveSessions } from '@parley/protocol/management';

/** Sessions in which somebody asks for a person and nobody has taken over. */
export const waitingIn = (list: LiveSessions | null): readonly LiveSession[] =>
  list?.items.filter(({ personRequest, person }) => personRequest !== null && person === null) ?? [];

/** The requests that are new, and those that are over. A second request in the same session is a new one. */
export function changesOf(before: readonly LiveSession[], after: readonly LiveSession[]) {
  const without = (some: readonly LiveSession[], others: readonly LiveSession[]) => {
    const keys = new Set(others.map(requestKey));
    return some.filter((session) => !keys.has(requestKey(session)));
  };
  return { fresh: without(after, before), gone: without(before, after) };
}

const requestKey = ({ id, personRequest }: LiveSession): string => `${id} ${personRequest?.at}`;
