import { createSentenceCutter } from '@parley/protocol';
import type { Clock } from '../../kernel/index.ts';
import { type Brain, BrainFailure, type EndedTurn, newTimes, type UserFacts } from '../../live/index.ts';
import { maxStoredCharacters, type ShadowAnswer } from './shadow-answers.ts';

type Reply = Pick<ShadowAnswer, 'outcome' | 'firstSentenceMs' | 'answer' | 'problem'>;

const noReply = { firstSentenceMs: null, answer: '' };

/** Puts the question of a turn to a shadow. Every failure is an answer, too. */
export async function askShadow(
  { brain, clock }: { readonly brain: Brain; readonly clock: Clock },
  user: UserFacts,
  turn: EndedTurn,
  signal: AbortSignal,
): Promise<ShadowAnswer> {
  const beganMs = clock.monotonicMs();
  const passedMs = () => Math.round(clock.monotonicMs() - beganMs);
  const { accountId, sessionId } = turn.user;
  const at = clock.now();
  const reply = await readReply(brain, user, turn, signal, passedMs, at).catch(
    (error: unknown): Reply => ({ ...noReply, outcome: 'failed', problem: problemOf(error) }),
  );
  return { accountId, sessionId, turn: turn.number, at, totalMs: passedMs(), ...reply };
}

async function readReply(
  brain: Brain,
  user: UserFacts,
  { message, heard, recordedAs, context }: EndedTurn,
  signal: AbortSignal,
  passedMs: () => number,
  at: number,
): Promise<Reply> {
  const question = {
    ...{ user, message, heard, recordedAs, context, takeover: [] },
    ...{ times: newTimes(at), traceparent: null },
  };
  const reply = await brain.answer(question, signal);
  const cutter = createSentenceCutter();
  let firstSentenceMs: number | null = null;
  let text = '';
  for await (const piece of typeof reply === 'string' ? [reply] : reply) {
    text += piece;
    if (firstSentenceMs === null && cutter.push(piece).length > 0) firstSentenceMs = passedMs();
  }
  if (text.trim() === '') return { ...noReply, outcome: 'empty', problem: null };
  const answer = text.slice(0, maxStoredCharacters).toWellFormed();
  return { outcome: 'answered', firstSentenceMs: firstSentenceMs ?? passedMs(), answer, problem: null };
}

export function problemOf(error: unknown): string {
  if (!(error instanceof BrainFailure)) return 'The service failed. Its log has the cause.';
  const { problem } = error.note;
  return typeof problem === 'string' ? problem : error.message;
}
