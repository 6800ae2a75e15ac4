import type { SessionDirectory, SessionPresence, SessionSnapshot } from './bus.ts';

export type MemorySessions = SessionDirectory & {
  has(sessionId: string): boolean;
  find(sessionId: string): SessionSnapshot | null;
};

export function createMemorySessions(): MemorySessions {
  const present = new Map<string, SessionPresence>();
  const find = (sessionId: string): SessionSnapshot | null => {
    const presence = present.get(sessionId);
    return presence === undefined ? null : { accountId: presence.accountId, state: presence.state() };
  };
  return {
    add(presence) {
      if (present.has(presence.sessionId))
        throw new Error(`session ${presence.sessionId} is already present`);
      present.set(presence.sessionId, presence);
      return {
        [Symbol.dispose]() {
          if (present.get(presence.sessionId) === presence) present.delete(presence.sessionId);
        },
      };
    },
    has: (sessionId) => present.has(sessionId),
    find,
    async findAll(sessionIds) {
      const found = new Map<string, SessionSnapshot>();
      for (const id of sessionIds) {
        const snapshot = find(id);
        if (snapshot !== null) found.set(id, snapshot);
      }
      return found;
    },
    async disconnect(sessionId, by = 'api') {
      return (await present.get(sessionId)?.disconnect(by)) ?? false;
    },
    async callback(sessionId, message) {
      return (await present.get(sessionId)?.callback(message)) ?? 'ended';
    },
    async clearContext(sessionId) {
      const presence = present.get(sessionId);
      await presence?.clearContext();
      return presence !== undefined;
    },
    async person(sessionId, command) {
      return (await present.get(sessionId)?.person(command)) ?? { outcome: 'ended' };
    },
    async watch(sessionId, question) {
      return (await present.get(sessionId)?.watch(question)) ?? null;
    },
  };
}
