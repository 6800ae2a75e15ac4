import { type Brain, BrainFailure, newTimes, type UserFacts } from '../../live/index.ts';

export type Asked = {
  /** Why there is no whole reply; null if there is. */
  readonly problem: string | null;
  /** False if no byte of the request may have arrived. */
  readonly reached: boolean;
  readonly reply: string;
};

type Asking = {
  readonly user: UserFacts;
  readonly message: string;
  readonly heard: string | null;
  readonly signal: AbortSignal;
  /** Called with the whole reply so far. Returns true to interrupt it. */
  readonly isEnough?: ((reply: string) => boolean) | undefined;
};

/** One question to a brain, as a conversation asks it. */
export async function askBrain(
  brain: Brain,
  { user, message, heard, signal, isEnough }: Asking,
): Promise<Asked> {
  const times = newTimes(Date.now());
  const unknown = { recordedAs: null, context: [], takeover: [], traceparent: null };
  const question = { user, message, heard, times, ...unknown };
  let reply = '';
  try {
    const answer = await brain.answer(question, signal);
    for await (const piece of typeof answer === 'string' ? [answer] : answer) {
      reply += piece;
      if (isEnough?.(reply) === true) break;
    }
    return { problem: null, reached: true, reply };
  } catch (error) {
    if (!(error instanceof BrainFailure)) throw error;
    return { problem: error.message, reached: times.sentAt !== null, reply };
  }
}
