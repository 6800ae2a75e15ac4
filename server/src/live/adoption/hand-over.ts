import type { HandOverAnswer, HandOverRequest } from '../../bus/index.ts';
import { sleep } from '../../kernel/index.ts';
import { replaced } from '../session/client/socket-close.ts';
import type { LiveSession } from '../session/live-session.ts';

const answerWithinMs = 1_500;
const checkEveryMs = 20;

/** Hands a session over to the process that its client has connected to. */
export async function handOver(
  session: LiveSession,
  { ticketHash, resumeHash, to }: HandOverRequest,
): Promise<HandOverAnswer> {
  const isValid = () => session.credentials.check(ticketHash, resumeHash) !== null;
  if (!isValid()) return { outcome: 'refused' };
  await answersArrived([session]);
  // Meanwhile another client may have used the same ticket.
  if (!isValid()) return { outcome: 'refused' };
  const stored = session.handOver(to, replaced);
  // From here on no frame is taken any more.
  const { modelContext, language } = session.conversation;
  const memory = { lastFrame: session.lastFrame, context: modelContext.texts, language };
  return (await stored) ? { outcome: 'handed-over', memory } : { outcome: 'gone' };
}

/** Gives answers in progress a short time to arrive before their sessions leave this process. */
export async function answersArrived(sessions: readonly LiveSession[]): Promise<void> {
  for (let waitedMs = 0; waitedMs < answerWithinMs; waitedMs += checkEveryMs) {
    if (!sessions.some((session) => !session.ended && session.isWaiting)) return;
    await sleep(checkEveryMs);
  }
}
