import { type Avatar, type AvatarWithSecrets, avatarIn } from '../../../avatars/index.ts';
import type { Conversations, TakeoverWords, TurnOutcome } from '../../../conversations/index.ts';
import type { Clock, Log } from '../../../kernel/index.ts';
import type { Span } from '../../../tracing/index.ts';
import type { UserFacts } from '../../identity/user-facts.ts';
import type { ConversationRecorder } from '../conversation-recorder.ts';
import { createSpeechReader, readSpeech, type TagRegistry } from '../speech/speech-reader.ts';
import type { ConversationInput, Turn } from '../state/conversation.ts';
import type { SpeechItem } from '../state/utterance.ts';
import { apologyOf } from './apology.ts';
import {
  type Brain,
  BrainFailure,
  type BrainNote,
  loggableNote,
  newTimes,
  type Question,
  type TurnTimes,
} from './brain.ts';
import type { SecondBrain } from './second-brain.ts';
import { problemIn, type TurnTrace, type TurnTraces } from './turn-traces.ts';

export type TurnRunnerDeps = {
  /** Reads what people said in place of the brain. */
  readonly recorder: Pick<Conversations, 'exchange'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Null if the avatar has no brain yet. */
  brainFor(avatar: AvatarWithSecrets): Brain | null;
  readonly secondBrain: SecondBrain;
  /** Tells the person at the terminal why a turn failed. Left out if there is none. */
  showProblem?(text: string): void;
};

/** The session that a turn belongs to. */
export interface TurnSession {
  avatar(): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
  /** Settles when the brain knows the session; undefined if it does already. Rejects with BrainFailure. */
  ensureLogin(): Promise<void> | undefined;
}

/** What a turn needs to know about its session, and where its answer is recorded. */
export type TurnParts = {
  readonly user: UserFacts;
  readonly session: TurnSession;
  readonly recorder: Pick<ConversationRecorder, 'messageNumberOf' | 'addAnswer'>;
  /** Null if nothing is traced. */
  readonly traces: TurnTraces | null;
};

export interface TurnRunnerOwner {
  readonly isSpeaking: boolean;
  readonly tags: TagRegistry;
  /** What the page wants a language model to know. */
  readonly modelContext: { readonly texts: readonly string[] };
  /** The language of what is said now; null if nothing has told it. */
  readonly language: string | null;
  /** Where the words of people begin that the brain has not been told; null if it knows all. */
  readonly unsentTakeover: { readonly from: number | null };
  handleTakeoverSent(upTo: number): void;
  /** A part of the answer, or what the avatar says in its place. */
  take(input: ConversationInput & { kind: 'reply' | 'announce' }): void;
}

const none: TakeoverWords = { entries: [], upTo: null };

/** For texts from the avatar's settings: no tag counts as registered. */
const noTags: TagRegistry = { eventOf: () => null, handleUnknown() {}, requestPerson() {} };

type RunningTurn = {
  readonly turn: Turn;
  readonly signal: AbortSignal;
  readonly times: TurnTimes;
  readonly trace: TurnTrace | null;
  fillerTimer: NodeJS.Timeout | undefined;
  outcome: TurnOutcome;
  /** A person answers it, or the brain is asked again. */
  withdrawn: boolean;
  /** What has come of the reply, with its tags. */
  reply: string;
};

/** Asks the brain one question at a time and passes the answer to its owner. */
export class TurnRunner {
  readonly #deps: TurnRunnerDeps;
  readonly #parts: TurnParts;
  readonly #owner: TurnRunnerOwner;
  #running: RunningTurn | null = null;
  /** One controller serves all questions until one of them is abandoned. */
  #abort: AbortController | null = null;
  #lastRun: Promise<void> | null = null;

  constructor(deps: TurnRunnerDeps, parts: TurnParts, owner: TurnRunnerOwner) {
    this.#deps = deps;
    this.#parts = parts;
    this.#owner = owner;
  }

  ask(turn: Turn): void {
    this.#abort ??= new AbortController();
    const { signal } = this.#abort;
    const times = newTimes(this.#deps.clock.now());
    const trace = this.#parts.traces?.of(turn.number) ?? null;
    this.#running = {
      turn,
      signal,
      times,
      trace,
      fillerTimer: undefined,
      outcome: 'empty',
      withdrawn: false,
      reply: '',
    };
    this.#lastRun = this.#run(this.#running);
  }

  abandon(turn: number): void {
    if (this.#running?.turn.number === turn) this.stop();
  }

  /** The answer is not wanted for now, and nothing is recorded. */
  withdraw(turn: number): void {
    if (this.#running?.turn.number !== turn) return;
    this.#running.withdrawn = true;
    this.stop();
  }

  stop(): void {
    if (this.#running === null) return;
    this.#running = null;
    this.#abort?.abort();
    this.#abort = null;
  }

  /** Settles when the last turn is over and recorded. */
  async settled(): Promise<void> {
    await this.#lastRun;
  }

  async #run(running: RunningTurn): Promise<void> {
    const { session, traces, recorder } = this.#parts;
    const { turn, signal, times, trace } = running;
    // Awaited even if it is not a promise: the question's words are recorded in the meantime.
    const avatar = await session.avatar();
    let note: BrainNote | null = null;
    let request: Span | null = null;
    running.fillerTimer = this.#startFillerTimer(avatar, running);
    const recordedAs = recorder.messageNumberOf(turn.number);
    try {
      const brain = avatar === null ? null : this.#deps.brainFor(avatar);
      if (brain === null)
        throw new BrainFailure('This avatar has no brain. Set an endpoint or a language model.');
      const login = session.ensureLogin();
      if (login !== undefined) await login;
      request = trace?.startRequest(avatar) ?? null;
      const exchange = this.#owner.unsentTakeover.from === null ? none : await this.#exchangeFor(avatar);
      const question = this.#questionOf(running, recordedAs, exchange, request);
      const reply = signal.aborted ? '' : await brain.answer(question, signal);
      if (exchange.upTo !== null && !signal.aborted) this.#owner.handleTakeoverSent(exchange.upTo);
      if (typeof reply === 'string') running.reply = reply;
      const rest =
        typeof reply === 'string'
          ? readSpeech(reply, this.#owner.tags)
          : await this.#sayPieces(running, reply);
      times.endedAt = this.#deps.clock.now();
      if (!signal.aborted) this.#say(running, rest, true);
    } catch (error) {
      running.outcome = 'failed';
      note = noteOf(error);
      times.endedAt = this.#deps.clock.now();
      if (!signal.aborted) this.#fail(running, avatar, error, note);
    } finally {
      clearTimeout(running.fillerTimer);
      request?.end(note === null ? undefined : problemIn(note));
    }
    if (running.withdrawn) return;
    const outcome = signal.aborted ? 'interrupted' : running.outcome;
    if (signal.aborted) note = null;
    const said = { message: turn.message, reply: running.reply };
    recorder.addAnswer(turn.number, outcome, times, note, said, trace?.span ?? null);
    traces?.endQuestion(turn.number, outcome, note);
    if (avatar === null) return;
    const { user } = this.#parts;
    const { texts: context } = this.#owner.modelContext;
    this.#deps.secondBrain.handleTurn({ ...turn, user, recordedAs, context, outcome }, avatar);
  }

  #questionOf(
    { turn: { message, heard }, times }: RunningTurn,
    recordedAs: number | null,
    { entries: takeover }: TakeoverWords,
    request: Span | null,
  ): Question {
    const { user } = this.#parts;
    const traceparent = request?.traceparent ?? null;
    const { texts: context } = this.#owner.modelContext;
    return { user, message, heard, takeover, recordedAs, context, times, traceparent };
  }

  /** What people said, for an endpoint that wants to know it. If it cannot be read, the next question carries it. */
  async #exchangeFor(found: AvatarWithSecrets | null): Promise<TakeoverWords> {
    const { from } = this.#owner.unsentTakeover;
    const { sessionId } = this.#parts.user;
    if (from === null || found?.avatar.sendsTakeover !== true || found.avatar.brain !== 'endpoint')
      return none;
    try {
      return await this.#deps.recorder.exchange(sessionId, from);
    } catch (error) {
      this.#deps.log.warn({ err: error, sessionId }, 'could not read what a person said');
      return none;
    }
  }

  /** Says the pieces of a reply as they arrive. Returns what is left to say after the last one. */
  async #sayPieces(running: RunningTurn, reply: AsyncIterable<string>): Promise<readonly SpeechItem[]> {
    const reader = createSpeechReader(this.#owner.tags);
    for await (const piece of reply) {
      if (running.signal.aborted) return [];
      running.reply += piece;
      this.#say(running, reader.push(piece), false);
    }
    return reader.flush();
  }

  #say(running: RunningTurn, items: readonly SpeechItem[], complete: boolean): void {
    if (items.length > 0) {
      clearTimeout(running.fillerTimer);
      if (running.outcome === 'empty') running.outcome = 'answered';
      running.times.firstSentenceAt ??= this.#deps.clock.now();
      running.trace?.handleFirstSentence();
    }
    if (complete && this.#running === running) this.#running = null;
    if (items.length === 0 && !complete) return;
    this.#owner.take({ kind: 'reply', turn: running.turn.number, items, complete });
  }

  #fail(running: RunningTurn, avatar: AvatarWithSecrets | null, error: unknown, note: BrainNote): void {
    const { log } = this.#deps;
    const { sessionId } = this.#parts.user;
    const turn = running.turn.number;
    if (!(error instanceof BrainFailure))
      log.error({ err: error, sessionId }, 'the brain failed unexpectedly');
    log.info({ sessionId, turn, ...loggableNote(note) }, 'a turn got no answer');
    log.debug({ sessionId, turn, note }, 'why a turn got no answer');
    this.#deps.showProblem?.(
      `${avatar?.avatar.name ?? 'An avatar'} could not answer: ${String(note.problem ?? note.error)}`,
    );
    const isCircuitOpen = error instanceof BrainFailure && error.circuitOpen;
    this.#sayInstead(turn, 'apology', apologyOf(this.#inLanguage(avatar), isCircuitOpen));
    this.#say(running, [], true);
  }

  #inLanguage(found: AvatarWithSecrets | null): Avatar | null {
    return found === null ? null : avatarIn(found.avatar, this.#owner.language ?? found.avatar.language);
  }

  #sayInstead(turn: number, as: 'filler' | 'apology', text: string): void {
    this.#owner.take({ kind: 'announce', as, items: readSpeech(text, noTags), interrupt: false, turn });
  }

  #startFillerTimer(
    avatar: AvatarWithSecrets | null,
    { signal, turn }: RunningTurn,
  ): NodeJS.Timeout | undefined {
    const { filler = '', fillerAfterMs = 0 } = this.#inLanguage(avatar) ?? {};
    if (filler === '' || fillerAfterMs === 0) return undefined;
    return setTimeout(() => {
      if (signal.aborted || this.#owner.isSpeaking) return;
      this.#sayInstead(turn.number, 'filler', filler);
    }, fillerAfterMs);
  }
}

function noteOf(error: unknown): BrainNote {
  if (error instanceof BrainFailure) return { error: error.message, ...error.note };
  return { error: 'The service failed. Its log has the cause.' };
}
