import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { TurnOutcome } from '../../conversations/index.ts';
import type { LiveSession } from '../session/live-session.ts';
import { BrainFailure, type BrainNote, type Question, type TurnTimes } from './brain.ts';
import { newTimes } from './conversation-recorder.ts';
import { createSaidReader, readSaid, type TagRegistry } from './speech-reader.ts';
import type { Turn } from './state/conversation.ts';
import type { SaidItem } from './state/utterance.ts';

const defaultApology = 'Sorry, I could not get an answer just now. Please try again.';
const noTags: TagRegistry = new Map();

/** One question while its answer is awaited. */
type Running = {
  readonly turn: Turn;
  readonly signal: AbortSignal;
  readonly times: TurnTimes;
  filler: NodeJS.Timeout | undefined;
  outcome: TurnOutcome;
};

/** Asks the brain, one question at a time, and hands what it answers to the conversation. */
export class Turns {
  private readonly session: LiveSession;
  private running: Running | null = null;
  /** Serves one question after another, until one of them is called off. */
  private abort: AbortController | null = null;

  constructor(session: LiveSession) {
    this.session = session;
  }

  ask(turn: Turn): void {
    this.abort ??= new AbortController();
    const { signal } = this.abort;
    const times = newTimes(this.session.context.clock.now());
    this.running = { turn, signal, times, filler: undefined, outcome: 'empty' };
    void this.run(this.running);
  }

  abandon(turn: number): void {
    if (this.running?.turn.number === turn) this.stop();
  }

  stop(): void {
    if (this.running === null) return;
    this.running = null;
    this.abort?.abort();
    this.abort = null;
  }

  private async run(running: Running): Promise<void> {
    const { session } = this;
    const { turn, signal, times } = running;
    // Awaited in any case: by then the words of the question are on record.
    const avatar = await session.avatar();
    let note: BrainNote | null = null;
    running.filler = this.armFiller(avatar, running);
    try {
      const brain = avatar === null ? null : session.context.brainFor(avatar);
      if (brain === null) throw new BrainFailure('this avatar has no brain: set an endpoint or a model');
      const opening = session.opening.ensure();
      if (opening !== undefined) await opening;
      const reply = signal.aborted ? '' : await brain.answer(this.questionOf(running), signal);
      const rest = typeof reply === 'string' ? this.read(reply) : await this.sayPieces(running, reply);
      times.endedAt = session.context.clock.now();
      if (!signal.aborted) this.say(running, rest, true);
    } catch (error) {
      running.outcome = 'failed';
      note = noteOf(error);
      times.endedAt = session.context.clock.now();
      if (!signal.aborted) this.giveUp(running, avatar, error);
    } finally {
      clearTimeout(running.filler);
    }
    if (signal.aborted) session.talk.record.answered(turn.number, 'interrupted', times, null);
    else session.talk.record.answered(turn.number, running.outcome, times, note);
  }

  private questionOf({ turn, times }: Running): Question {
    const { session } = this;
    const { number, message, heard } = turn;
    const recordedAs = session.talk.record.numberOf(number);
    return {
      user: session.user,
      message,
      heard,
      recordedAs,
      context: session.talk.modelContext.texts,
      times,
    };
  }

  private read(reply: string): readonly SaidItem[] {
    return readSaid(reply, this.session.talk.registeredTags.registry, this.session.talk.noteUnknownTag);
  }

  /** Says what comes in pieces; gives what is left to say when all has come. */
  private async sayPieces(running: Running, reply: AsyncIterable<string>): Promise<readonly SaidItem[]> {
    const reader = createSaidReader(
      this.session.talk.registeredTags.registry,
      this.session.talk.noteUnknownTag,
    );
    for await (const piece of reply) {
      if (running.signal.aborted) return [];
      this.say(running, reader.push(piece), false);
    }
    return reader.flush();
  }

  private say(running: Running, items: readonly SaidItem[], complete: boolean): void {
    const { session } = this;
    if (items.length > 0) {
      clearTimeout(running.filler);
      if (running.outcome === 'empty') running.outcome = 'answered';
      running.times.firstSentenceAt ??= session.context.clock.now();
    }
    if (complete && this.running === running) this.running = null;
    if (items.length === 0 && !complete) return;
    session.talk.step({ kind: 'reply', turn: running.turn.number, items, complete });
  }

  private giveUp(running: Running, avatar: AvatarWithSecrets | null, error: unknown): void {
    const { session } = this;
    if (!(error instanceof BrainFailure)) {
      session.context.log.error({ err: error, sessionId: session.identity.id }, 'the brain broke');
    }
    this.apologise(running.turn, avatar, error);
    this.say(running, [], true);
  }

  private armFiller(avatar: AvatarWithSecrets | null, { signal, turn }: Running): NodeJS.Timeout | undefined {
    const { filler = '', fillerAfterMs = 0 } = avatar?.avatar ?? {};
    if (filler === '' || fillerAfterMs === 0) return undefined;
    return setTimeout(() => {
      if (signal.aborted || this.session.talk.isSpeaking || this.session.ended) return;
      const items = readSaid(filler, noTags, () => {});
      this.session.talk.step({ kind: 'announce', as: 'filler', items, interrupt: false, turn: turn.number });
    }, fillerAfterMs);
  }

  private apologise(turn: Turn, avatar: AvatarWithSecrets | null, error: unknown): void {
    const { session } = this;
    if (session.ended) return;
    const { apology = '', fallbackReply = '' } = avatar?.avatar ?? {};
    const resting = error instanceof BrainFailure && error.resting;
    const text = resting && fallbackReply !== '' ? fallbackReply : apology === '' ? defaultApology : apology;
    session.context.log.info(
      { sessionId: session.identity.id, turn: turn.number, ...noteOf(error) },
      'a turn got no answer',
    );
    const items = readSaid(text, noTags, () => {});
    session.talk.step({ kind: 'announce', as: 'apology', items, interrupt: false, turn: turn.number });
  }
}

function noteOf(error: unknown): BrainNote {
  if (error instanceof BrainFailure) return { error: error.message, ...error.note };
  return { error: 'the brain broke' };
}
