import type { AvatarWithSecrets } from '../../../avatars/index.ts';
import type { TurnOutcome } from '../../../conversations/index.ts';
import type { Span, Tracer } from '../../../tracing/index.ts';
import type { UserFacts } from '../../identity/user-facts.ts';
import type { Turn } from '../state/conversation.ts';
import type { Utterance, UtteranceKind } from '../state/utterance.ts';
import type { BrainNote } from './brain.ts';

export type TraceDeps = {
  /** Null if nothing is traced. */
  readonly tracer: Tracer | null;
};

/** Utterances that the avatar says by itself. Each is a turn of its own. */
export type Announced = 'callback' | 'say' | 'greeting' | 'person';

/** How many turns of a session are traced at the same time: those being answered or said, and those that wait. */
const maxKept = 32;
const announced: ReadonlySet<UtteranceKind> = new Set<Announced>(['callback', 'say', 'greeting', 'person']);

/** The spans of one turn: a question and its answer, or something that the avatar says by itself. */
export class TurnTrace {
  readonly span: Span;
  isOver = false;
  #firstSentence: Span | null;

  constructor(span: Span, firstSentence: Span | null) {
    this.span = span;
    this.#firstSentence = firstSentence;
  }

  startRequest(avatar: AvatarWithSecrets | null): Span {
    return this.span.child('brain', avatar === null ? {} : { brain: avatar.avatar.brain }, 'client');
  }

  handleFirstSentence(): void {
    this.#firstSentence?.end();
    this.#firstSentence = null;
  }

  end(outcome: string, problem?: string): void {
    this.isOver = true;
    this.span.note({ outcome });
    this.span.end(problem);
  }
}

/** The traces of one session's turns. A conversation has them only if traces are recorded. */
export class TurnTraces {
  readonly #tracer: Tracer;
  readonly #user: UserFacts;
  readonly #byTurn = new Map<number, TurnTrace>();

  constructor(tracer: Tracer, user: UserFacts) {
    this.#tracer = tracer;
    this.#user = user;
  }

  of(turn: number): TurnTrace | null {
    return this.#byTurn.get(turn) ?? null;
  }

  startQuestion(turn: number, traceparent: string | undefined): void {
    const parent = traceparent === undefined ? null : { traceparent, fromVisitor: true };
    const { sessionId, avatarId } = this.#user;
    const span = this.#tracer.start('turn', { sessionId, avatarId, turn }, { kind: 'server', parent });
    this.#keep(turn, new TurnTrace(span, span.child('first sentence')));
  }

  startUtterance(turn: number, utterance: Announced, traceparent: string | undefined): void {
    const parent = traceparent === undefined ? null : { traceparent };
    const { sessionId, avatarId } = this.#user;
    const span = this.#tracer.start('say', { sessionId, avatarId, turn, utterance }, { parent });
    this.#keep(turn, new TurnTrace(span, null));
  }

  /** The span of one sentence. */
  startVoice(turn: number): Span | null {
    return this.of(turn)?.span.child('voice') ?? null;
  }

  /** The answer is complete. Unless there is nothing to say, its voice and playback follow. */
  endQuestion(turn: number, outcome: TurnOutcome, note: BrainNote | null): void {
    this.of(turn)?.end(outcome, note === null ? undefined : problemIn(note));
    if (outcome === 'empty' || outcome === 'interrupted' || outcome === 'person') this.#byTurn.delete(turn);
  }

  /** A person has answered these questions. */
  endAnswered(turns: readonly Pick<Turn, 'number'>[]): void {
    for (const { number } of turns) this.endQuestion(number, 'person', null);
  }

  /** A turn that the avatar says by itself ends when it was said. An answered turn has ended before. */
  handleSaid({ turn, kind }: Pick<Utterance, 'turn' | 'kind'>, interrupted: boolean): void {
    const trace = this.of(turn);
    if (trace === null) return;
    if (announced.has(kind)) trace.end(interrupted ? 'interrupted' : 'said');
    if (trace.isOver) this.#byTurn.delete(turn);
  }

  /** Spans that are still open end with the session. */
  close(): void {
    for (const trace of this.#byTurn.values()) trace.span.end();
    this.#byTurn.clear();
  }

  #keep(turn: number, trace: TurnTrace): void {
    this.#byTurn.set(turn, trace);
    if (this.#byTurn.size <= maxKept) return;
    const [oldest] = this.#byTurn;
    if (oldest === undefined) return;
    oldest[1].span.end();
    this.#byTurn.delete(oldest[0]);
  }
}

/** A short word for what went wrong, without any text from the brain. */
export const problemIn = (note: BrainNote): string =>
  typeof note.stage === 'string' ? note.stage : 'no answer';
