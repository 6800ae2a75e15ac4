import { maxSessionWordsBytes, speechText } from '@parley/protocol';
import {
  type Conversations,
  type MessageEntry,
  sourceOf,
  storedBytesOf,
  type TurnEntry,
  type TurnKind,
  type TurnOutcome,
} from '../../conversations/index.ts';
import type { Clock, Log } from '../../kernel/index.ts';
import type { Span } from '../../tracing/index.ts';
import type { SessionEvents } from '../events/event-publisher.ts';
import type { UserFacts } from '../identity/user-facts.ts';
import type { StoredQuestion } from '../person/stored-person.ts';
import { speakerOf } from '../person/watch-conversation.ts';
import type { Watched } from '../person/watch-log.ts';
import type { ConversationStart } from './conversation-start.ts';
import type { Turn } from './state/conversation.ts';
import type { Utterance } from './state/utterance.ts';
import { type BrainNote, newTimes, type TurnTimes } from './turns/brain.ts';

export type TurnMeter = {
  count(avatarId: number, outcome: string, firstSentenceMs: number | null, totalMs: number): void;
};

export type ConversationRecorderDeps = {
  readonly clock: Clock;
  readonly log: Log;
  /** Stores what was said. The conversation does not wait for the database. */
  readonly recorder: Pick<
    Conversations,
    'add' | 'noteHeard' | 'noteVoice' | 'noteFirstAudio' | 'clearHistory' | 'exchange' | 'settled'
  >;
  readonly turnMeter: TurnMeter;
};

/** A question and its reply as they were, with their tags. */
type SaidInTurn = { readonly message: string; readonly reply: string };

/** A question that waits or is being answered. Its turn is recorded when the answer is over. */
type OpenQuestion = {
  readonly turn: number;
  readonly words: string;
  readonly messageNumber: number | null;
  /** When it came. */
  readonly at: number;
  heard: string | null;
  voiceProblem: string | null;
};

/** Records the messages and turns of one session. */
export class ConversationRecorder {
  readonly #deps: ConversationRecorderDeps;
  readonly #user: UserFacts;
  readonly #events: SessionEvents;
  readonly #watched: Watched;
  #lastMessage: number;
  /** The utterance whose first sentence was sent last, and when. */
  #begun: { readonly utterance: number; readonly at: number } | null = null;
  #lastMessageOfPerson = 0;
  #storedBytes: number;
  readonly #openQuestions: OpenQuestion[] = [];

  constructor(
    deps: ConversationRecorderDeps,
    user: UserFacts,
    events: SessionEvents,
    watched: Watched,
    { lastMessage, storedBytes, person }: Pick<ConversationStart, 'lastMessage' | 'storedBytes' | 'person'>,
  ) {
    this.#deps = deps;
    this.#user = user;
    this.#events = events;
    this.#watched = watched;
    this.#lastMessage = lastMessage;
    this.#storedBytes = storedBytes;
    for (const question of person?.unanswered ?? []) this.#restore(question);
  }

  /** Whether the session may store this text, too. */
  hasRoomFor(text: string): boolean {
    return this.#storedBytes + storedBytesOf(text) <= maxSessionWordsBytes;
  }

  /** `words` is empty for a message of tags alone. */
  addQuestion(words: string, turn: number, spoken: boolean): void {
    if (words !== '') this.#addMessage(turn, 'user', words, said);
    const messageNumber = words === '' ? null : this.#lastMessage;
    const at = this.#deps.clock.now();
    this.#openQuestions.push({ turn, words, messageNumber, at, heard: null, voiceProblem: null });
    if (words !== '')
      this.#watched.log?.add({ kind: 'question', turn, text: words, spoken, message: this.#lastMessage });
  }

  /** A question that waits for a person, for the row of the session. */
  stored(turn: Turn): StoredQuestion {
    const { messageNumber = null, at = this.#deps.clock.now() } = this.#questionOf(turn.number) ?? {};
    return { ...turn, recordedAs: messageNumber, at };
  }

  /** A question that waited for a person before the restart. */
  #restore({ number: turn, message, recordedAs: messageNumber, at }: StoredQuestion): void {
    const words = speechText(message);
    this.#openQuestions.push({ turn, words, messageNumber, at, heard: null, voiceProblem: null });
  }

  get lastMessage(): number {
    return this.#lastMessage;
  }

  /** The number of the last message that a person has said; 0 if there is none since the session was restored. */
  get lastMessageOfPerson(): number {
    return this.#lastMessageOfPerson;
  }

  /** The number of a question's message in the transcript; null if it has no words. */
  messageNumberOf(turn: number): number | null {
    return this.#questionOf(turn)?.messageNumber ?? null;
  }

  /** A sentence is sent. The first one begins its utterance. */
  noteSentence(utterance: number): void {
    if (this.#begun?.utterance !== utterance) this.#begun = { utterance, at: this.#deps.clock.now() };
  }

  addSpeech(
    { id, turn, kind, by }: Pick<Utterance, 'id' | 'turn' | 'kind' | 'by'>,
    text: string,
    interrupted: boolean,
  ): void {
    const beganAt = this.#begun?.utterance === id ? this.#begun.at : this.#deps.clock.now();
    if (text !== '')
      this.#addMessage(turn, 'avatar', text, {
        interrupted,
        fromPage: kind === 'say',
        person: by ?? null,
        beganAt,
      });
    const message = text === '' ? {} : { message: this.#lastMessage };
    const speaker = speakerOf({ kind });
    this.#watched.log?.add({ kind: 'said', utterance: id, text, interrupted, by: speaker, ...message });
    if (!interrupted) return;
    const question = this.#questionOf(turn);
    if (question !== undefined) question.heard = text;
    else void this.#guard(this.#deps.recorder.noteHeard(this.#user.sessionId, turn, text));
  }

  /** The first sound of a turn was sent. The turn itself was written before. */
  noteFirstAudio(turn: number): void {
    const { recorder, clock } = this.#deps;
    void this.#guard(recorder.noteFirstAudio(this.#user.sessionId, turn, clock.now()));
  }

  noteVoiceProblem(turn: number, message: string): void {
    const question = this.#questionOf(turn);
    if (question !== undefined) question.voiceProblem ??= message;
    else void this.#guard(this.#deps.recorder.noteVoice(this.#user.sessionId, turn, message));
  }

  addAnnouncement(number: number, kind: Exclude<TurnKind, 'chat'>): void {
    const now = this.#deps.clock.now();
    const times = { ...newTimes(now), firstSentenceAt: now, endedAt: now };
    const { accountId, sessionId } = this.#user;
    const outcome = 'said' as const;
    const turn = { accountId, sessionId, number, kind, outcome, detail: null, heard: null, ...times };
    this.#deps.recorder.add(turn, this.#handleFailure);
  }

  addAnswer(
    number: number,
    outcome: TurnOutcome,
    times: TurnTimes,
    note: BrainNote | null,
    said: SaidInTurn,
    trace: Span | null,
  ): void {
    const { words = '', heard = null, voiceProblem = null } = this.#takeQuestion(number) ?? {};
    const markup = markupOf(said, words);
    const noted = voiceProblem === null ? note : { ...note, voice: voiceProblem };
    const detail = markup === null ? noted : { ...noted, ...markup };
    for (const text of Object.values(markup ?? {})) this.#storedBytes += storedBytesOf(text);
    const { accountId, sessionId, avatarId } = this.#user;
    const turn = { accountId, sessionId, number, kind: 'chat' as const, outcome, detail, heard, ...times };
    if (trace === null) this.#deps.recorder.add(turn, this.#handleFailure);
    else this.#addTraced(turn, trace.child('recording'));
    if (outcome === 'failed' && note !== null)
      this.#events.report('agent:turn-failed', failureOf(number, note));
    const { receivedAt } = times;
    const firstSentenceMs = times.firstSentenceAt === null ? null : times.firstSentenceAt - receivedAt;
    const totalMs = (times.endedAt ?? receivedAt) - receivedAt;
    const problem = problemOf(note);
    this.#watched.log?.add({ kind: 'turn', turn: number, outcome, firstSentenceMs, totalMs, problem });
    // The meter is about brains.
    if (outcome !== 'person') this.#deps.turnMeter.count(avatarId, outcome, firstSentenceMs, totalMs);
  }

  /** A person's words answer these questions, or the session ends before anything does. */
  addPersonAnswers(turns: readonly Turn[], outcome: 'person' | 'interrupted'): void {
    for (const { number, message } of turns) {
      const now = this.#deps.clock.now();
      const times = { ...newTimes(this.#questionOf(number)?.at ?? now), endedAt: now };
      this.addAnswer(number, outcome, times, null, { message, reply: '' }, null);
    }
  }

  async clearHistory(): Promise<void> {
    await this.#guard(this.#deps.recorder.clearHistory(this.#user.sessionId, this.#lastMessage));
  }

  #addTraced(turn: TurnEntry, recording: Span): void {
    const handleFailure = (error: unknown) => {
      recording.end('not stored');
      this.#handleFailure(error);
    };
    this.#deps.recorder.add(turn, handleFailure, () => recording.end());
  }

  #takeQuestion(turn: number): OpenQuestion | undefined {
    const question = this.#questionOf(turn);
    if (question !== undefined) this.#openQuestions.splice(this.#openQuestions.indexOf(question), 1);
    return question;
  }

  #questionOf(turn: number): OpenQuestion | undefined {
    return this.#openQuestions.find((question) => question.turn === turn);
  }

  #addMessage(
    turn: number,
    speaker: 'user' | 'avatar',
    message: string,
    how: Pick<MessageEntry, 'interrupted' | 'fromPage' | 'person' | 'beganAt'>,
  ): void {
    this.#lastMessage += 1;
    if (how.person !== null) this.#lastMessageOfPerson = this.#lastMessage;
    this.#storedBytes += storedBytesOf(message);
    const { recorder, clock } = this.#deps;
    const { accountId, sessionId } = this.#user;
    const number = this.#lastMessage;
    const entry = { accountId, sessionId, number, turn, speaker, message, ...how, at: clock.now() };
    recorder.add(entry, this.#handleFailure);
    const { interrupted } = how;
    const messageId = `${sessionId}-${number}`;
    const details = { speaker, message, message_id: messageId, interrupted, ...sourceOf(how) };
    this.#events.report('agent:message', details, how.beganAt);
  }

  async #guard(writing: Promise<void>): Promise<void> {
    await writing.catch(this.#handleFailure);
  }

  readonly #handleFailure = (error: unknown): void => {
    const { sessionId } = this.#user;
    this.#deps.log.error({ err: error, sessionId }, 'could not write the conversation history');
    void this.#events.raise('agent:error', { error: 'Could not write the conversation history.' });
  };
}

/** How a visitor says something. */
const said = { interrupted: false, fromPage: false, person: null, beganAt: null } as const;

const problemOf = (note: BrainNote | null): string | null => {
  const problem = note?.problem ?? note?.error ?? null;
  return problem === null ? null : String(problem);
};

/** The transcript has the words alone. What it does not tell is stored with the turn; null if it tells all. */
function markupOf({ message, reply }: SaidInTurn, words: string): Readonly<Record<string, string>> | null {
  const asked = message === words ? null : { asked: message };
  const replied = reply.includes('<') ? { reply } : null;
  return asked === null && replied === null ? null : { ...asked, ...replied };
}

/** Without texts of the visitor, the endpoint or a model: partners receive this event as well. */
function failureOf(turn: number, { action, stage, httpStatus }: BrainNote) {
  return {
    turn,
    ...(typeof action === 'string' ? { action } : {}),
    ...(typeof stage === 'string' ? { stage } : {}),
    ...(typeof httpStatus === 'number' ? { http_status: httpStatus } : {}),
  };
}
