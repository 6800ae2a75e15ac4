import { createHmac } from 'node:crypto';
import type { Avatars } from '../avatars/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { Sql } from '../db/index.ts';
import { newSessionId, sleep, startDeadline } from '../kernel/index.ts';
import type { UserFacts } from '../live/index.ts';
import { AnswerTimer, askBrain, parseReply } from '../rehearsal/index.ts';
import { type BrainInSession, brainInSession, type OtherBrainDeps, problemIn } from './other-brain.ts';
import type { ClaimedReplay } from './replay.ts';
import { replayLimits } from './replay-limits.ts';
import { beginSession, countCallbacks, type DueSession, endSession } from './session-rows.ts';
import { readQuestions, type StoredTurn, storedTurn } from './stored-conversation.ts';
import { insertTurn, type OtherAnswer } from './turn-rows.ts';

export type PlayDeps = OtherBrainDeps & {
  readonly sql: Sql;
  readonly conversations: Pick<Conversations, 'firstMessages'>;
  readonly avatars: Pick<Avatars, 'withSecrets'>;
  /** Tests count how often replies are parsed. */
  readonly parseReply?: typeof parseReply;
};

/** What the replay counts over all of its sessions. */
export type Tally = {
  /** False if the replay has played as many turns as it may. */
  takeTurn(): boolean;
  answered(): void;
  failed(): void;
  stored(bytes: number): void;
};

/** As many as came in the stored session are waited for, but not forever. */
const callbackWaitMs = 10_000;
const callbackLookMs = 200;

/** For LOGOUT after the end of a replay. */
const logoutLimitMs = 5_000;

/** When a session must not go on, and when the process stops: then the next one sends LOGOUT. */
export type PlaySignals = { readonly signal: AbortSignal; readonly stopping: AbortSignal };

const tooManyTurns = 'The replay has as many turns as it may have, so the rest was not played.';

/** Sends LOGOUT once for sessions that an earlier process had begun. */
export async function logOutBegun(
  deps: PlayDeps,
  replay: ClaimedReplay,
  due: readonly DueSession[],
  stopping: AbortSignal,
): Promise<void> {
  const settings = { accountId: replay.accountId, chatTimeoutMs: 0, sendsHeard: false };
  const logOutOf = async ({ avatarId, begunAs }: DueSession): Promise<void> => {
    if (begunAs === null) return;
    await logOut(brainInSession(deps, replay, { ...settings, avatarId }), begunAs, stopping);
  };
  await Promise.all(due.map(logOutOf));
}

/** Plays one session from LOGIN to LOGOUT. If it must not be played any more, it just ends. */
export async function playSession(
  deps: PlayDeps,
  replay: ClaimedReplay,
  due: DueSession,
  tally: Tally,
  { signal, stopping }: PlaySignals,
): Promise<void> {
  const { sql, parseReply: parse = parseReply } = deps;
  const { avatar } = (await deps.avatars.withSecrets(due.avatarId)) ?? {};
  const sendsHeard = avatar?.sendsHeard ?? false;
  const brain = brainInSession(deps, replay, {
    accountId: replay.accountId,
    avatarId: due.avatarId,
    chatTimeoutMs: 1000 * (avatar?.chatTimeout ?? 30),
    sendsHeard,
  });
  const questions = await readQuestions(sql, deps.conversations, due.sessionId);
  const user = userOf(replay, due, avatar?.language ?? 'en-US');
  if (!(await beginSession(sql, replay, due.number, user.sessionId))) return;
  const end = (problem: string | null) => endSession(sql, replay, due.number, problem);
  if (questions.length === 0) return await end('No words of its visitor are stored.');

  const opened = await brain.open(user, signal);
  const isKnown = opened.outcome === 'open' || (opened.outcome === 'failed' && opened.reached);
  let result: { readonly problem: string | null } | null = null;
  try {
    if (signal.aborted) return;
    if (opened.outcome !== 'open') {
      tally.failed();
      result = { problem: problemIn(opened.note) };
      return;
    }
    let heard: string | null = null;
    for (const [index, question] of questions.entries()) {
      if (signal.aborted) return;
      if (!tally.takeTurn()) {
        result = { problem: tooManyTurns };
        return;
      }
      // Only now: parsing the replies of a whole session at once would keep visitors waiting.
      const turn = storedTurn(question, parse);
      const asking = { user, message: turn.question, heard, signal };
      const answer = await answerOf(brain, asking, parse);
      if (signal.aborted) return;
      if (answer.problem === null) tally.answered();
      else tally.failed();
      heard = turn.heardWords === null ? null : answer.said.upTo(turn.heardWords).words;
      remember(brain, turn, answer, heard);
      const awaited = Math.min(turn.callbacks.length, replayLimits.callbacks);
      await waitForCallbacks(sql, user.sessionId, awaited, signal);
      const place = { session: due.number, number: index + 1 };
      const bytes = await insertTurn(sql, replay, place, turn, answer);
      if (bytes === null) return;
      tally.stored(bytes);
    }
    result = { problem: null };
  } finally {
    if (isKnown) await logOut(brain, user.sessionId, stopping);
    // Only now: for a session that is over, the next process sends no LOGOUT.
    if (result !== null && !stopping.aborted) await end(result.problem);
  }
}

async function logOut(brain: BrainInSession, sessionId: string, stopping: AbortSignal): Promise<void> {
  using deadline = startDeadline(logoutLimitMs);
  await brain.logout(sessionId, AbortSignal.any([stopping, deadline.signal]));
}

/** The same visitor has the same pseudonym in all sessions of a replay, and another one in the next replay. */
function userOf(replay: ClaimedReplay, due: DueSession, language: string): UserFacts {
  const pseudonym = () =>
    `replay-${createHmac('sha256', replay.salt).update(due.visitorId).digest('hex').slice(0, 16)}`;
  return {
    sessionId: newSessionId(),
    accountId: replay.accountId,
    avatarId: due.avatarId,
    userId: replay.keepUserIds ? due.userId : pseudonym(),
    userName: '',
    locale: due.locale ?? language,
    lastSeenMs: due.lastSeenMs,
    customString: null,
    accessToken: null,
    jwtToken: null,
  };
}

async function answerOf(
  brain: BrainInSession,
  asking: Omit<Parameters<typeof askBrain>[1], 'isEnough'>,
  parse: typeof parseReply,
): Promise<OtherAnswer> {
  const timer = new AnswerTimer();
  const isEnough = (reply: string): boolean => {
    timer.look(reply);
    return false;
  };
  const { problem, reply } = await askBrain(brain, { ...asking, isEnough });
  const said = parse(reply);
  return { problem, said, ...timer.end(said.words) };
}

/** A model sees what was heard of its replies, as in a real session. */
function remember(brain: BrainInSession, turn: StoredTurn, answer: OtherAnswer, heard: string | null): void {
  const said = answer.problem === null ? (heard ?? answer.said.words) : '';
  brain.history.push({ role: 'user', content: turn.question });
  if (said !== '') brain.history.push({ role: 'assistant', content: said });
}

async function waitForCallbacks(
  sql: Sql,
  playedAs: string,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  const looks = count === 0 ? 0 : callbackWaitMs / callbackLookMs;
  for (let look = 0; look < looks && !signal.aborted; look++) {
    if ((await countCallbacks(sql, playedAs)) >= count) return;
    await sleep(callbackLookMs, signal);
  }
}
