import { sleep } from '../../kernel/index.ts';
import { comeBack } from '../session/client/socket-close.ts';
import type { LiveSession } from '../session/live-session.ts';
import { unowned } from '../store/session-row.ts';

const checkEveryMs = 50;

/**
 * Releases every session as soon as nothing is being asked or said in it. Its client goes on at another process. The
 * stop that follows releases the sessions that are left after the limit.
 */
export async function drainSessions(
  sessions: { all(): Iterable<LiveSession>; readonly size: number },
  limitMs: number,
): Promise<void> {
  const leaving: Promise<unknown>[] = [];
  for (let waitedMs = 0; sessions.size > 0 && waitedMs < limitMs; waitedMs += checkEveryMs) {
    for (const session of [...sessions.all()]) {
      if (session.isWaiting || session.conversation.isSpeaking) continue;
      leaving.push(session.handOver(unowned, comeBack('this process stops')));
    }
    await sleep(checkEveryMs);
  }
  await Promise.all(leaving);
}
