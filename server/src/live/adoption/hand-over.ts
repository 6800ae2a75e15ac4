import type { HandOverAnswer, HandOverRequest } from '../../bus/index.ts';
import { sleep } from '../../kernel/index.ts';
import type { LiveSession } from '../session/live-session.ts';
import { type Parting, replaced } from '../session/parting.ts';

const answerWithinMs = 1_500;
const checkEveryMs = 20;

/** Gives a session to the process to which its client has gone. */
export async function handOver(
  session: LiveSession,
  { ticketHash, resumeHash, to }: HandOverRequest,
): Promise<HandOverAnswer> {
  if (session.credentials.check(ticketHash, resumeHash) === null) return { outcome: 'refused' };
  await answersArrived([session]);
  return await give(session, to, replaced);
}

/** Lets go of a session without waiting. Its client is told where the session is not any more. */
export async function give(session: LiveSession, to: string, parting: Parting): Promise<HandOverAnswer> {
  const stored = session.handOver(to, parting);
  // From here on no frame is taken any more.
  const memory = { lastFrame: session.frameNumbers.last, context: session.conversation.context };
  return (await stored) ? { outcome: 'handed-over', memory } : { outcome: 'gone' };
}

/** Gives answers on their way a short time to arrive before their sessions leave this process. */
export async function answersArrived(sessions: readonly LiveSession[]): Promise<void> {
  for (let waitedMs = 0; waitedMs < answerWithinMs; waitedMs += checkEveryMs) {
    if (!sessions.some((session) => !session.ended && session.isWaiting)) return;
    await sleep(checkEveryMs);
  }
}
