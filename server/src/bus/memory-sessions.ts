import type { SessionDirectory, SessionPresence } from './bus.ts';

export function createMemorySessions(): SessionDirectory {
  const present = new Map<string, SessionPresence>();
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
    find(sessionId) {
      const presence = present.get(sessionId);
      return presence === undefined ? null : { accountId: presence.accountId, state: presence.state() };
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
  };
}
