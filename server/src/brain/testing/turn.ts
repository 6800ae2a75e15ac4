import { type Brain, BrainFailure, type Question, type UserFacts } from '../../live/index.ts';

export const session = 'ses_aaaaaaaaaaaaaaaaaaaaaaaa';

export function someUser(facts: Partial<UserFacts> = {}): UserFacts {
  return {
    sessionId: session,
    accountId: 'acc_1',
    avatarId: 7,
    userId: '1000000000001',
    userName: 'Guest',
    locale: 'en-GB',
    lastSeenMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    customString: null,
    accessToken: null,
    jwtToken: null,
    ...facts,
  };
}

export function someQuestion(parts: Partial<Question> = {}): Question {
  return {
    user: someUser(),
    message: 'hello',
    heard: null,
    takeover: [],
    recordedAs: null,
    context: [],
    traceparent: null,
    times: {
      receivedAt: 0,
      sentAt: null,
      firstByteAt: null,
      firstSentenceAt: null,
      firstAudioAt: null,
      endedAt: null,
    },
    ...parts,
  };
}

export const neverAborted: AbortSignal = new AbortController().signal;

export type Outcome = { readonly pieces: string[]; readonly failure: BrainFailure | null };

/** A whole reply counts as one piece. */
export async function* piecesOf(
  answer: ReturnType<Brain['answer']>,
): AsyncGenerator<string, void, undefined> {
  const reply = await answer;
  if (typeof reply !== 'string') yield* reply;
  else if (reply !== '') yield reply;
}

/** All pieces of an answer, and the failure that ends it. */
export async function outcomeOf(answer: ReturnType<Brain['answer']>): Promise<Outcome> {
  const pieces: string[] = [];
  try {
    for await (const piece of piecesOf(answer)) pieces.push(piece);
    return { pieces, failure: null };
  } catch (error) {
    if (error instanceof BrainFailure) return { pieces, failure: error };
    throw error;
  }
}

export async function failureOf(answer: ReturnType<Brain['answer']>): Promise<BrainFailure> {
  const { pieces, failure } = await outcomeOf(answer);
  if (failure === null) throw new Error(`expected a failure, got ${JSON.stringify(pieces)}`);
  return failure;
}
