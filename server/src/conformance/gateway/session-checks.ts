import type { Exchange } from '../../brain/index.ts';
import { startDeadline } from '../../kernel/index.ts';
import { evidenceOf, type PlayedSession, type PlayedStep } from '../../rehearsal/index.ts';
import { type Finding, failed, notApplicable, passed } from '../finding.ts';
import { judge, type Player } from './player.ts';
import { hello } from './scripted-checks.ts';

const visitors = 5;
/** Long enough for the request to arrive, and short for an answer. Whichever is first, the next CHAT must be answered. */
const interruptAfterMs = 50;

export async function checkParallelSessions(player: Player): Promise<Finding> {
  const sessions = Array.from({ length: visitors }, () => player.session());
  const lines: ((session: PlayedSession) => Promise<PlayedStep>)[] = [
    (session) => session.login(),
    (session) => session.chat(hello),
    (session) => session.chat('And what else?'),
  ];
  for (const line of lines) {
    const steps = await Promise.all(sessions.map(line));
    const fault = steps.find(({ problem }) => problem !== null);
    if (fault !== undefined) return judge(fault);
  }
  await Promise.all(sessions.map((session) => session.logout()));
  return passed;
}

const statusOf = (exchange: Exchange | undefined): number => exchange?.answer?.status ?? 0;
const isClientError = (exchange: Exchange | undefined): boolean =>
  statusOf(exchange) >= 400 && statusOf(exchange) < 500;

export async function checkRepeatedLogout(player: Player): Promise<Finding> {
  const session = player.session();
  const opening = await session.login();
  if (opening.problem !== null) return judge(opening);
  await session.logout();
  const again = await session.logout();
  return isClientError(again.exchanges[0]) ? passed : judge(again);
}

/** A CHAT without a LOGIN before it. After a 4xx, the gateway sends LOGIN and repeats the CHAT. */
async function chatWithoutLogin(player: Player): Promise<{ step: PlayedStep; first: Exchange | undefined }> {
  const session = player.session();
  const step = await session.chat(hello);
  await session.logout();
  return { step, first: step.exchanges[0] };
}

export async function checkUnknownSession(player: Player): Promise<Finding> {
  const { step, first } = await chatWithoutLogin(player);
  if (isClientError(first) || step.problem === null) return passed;
  return failed(step.problem, evidenceOf(first));
}

export async function checkForgottenSession(player: Player): Promise<Finding> {
  const { step, first } = await chatWithoutLogin(player);
  if (!isClientError(first)) return notApplicable('The endpoint answers sessions that it does not know.');
  return judge(step);
}

export const checkInterruptedTurn = (player: Player): Promise<Finding> =>
  player.inSession(async (session) => {
    using deadline = startDeadline(interruptAfterMs);
    await session.chat('Tell me a long story.', { signal: deadline.signal });
    return judge(await session.chat('No, a short one.'));
  });
