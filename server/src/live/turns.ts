import type { AvatarAtWork } from '../avatars/index.ts';
import type { TurnOutcome } from '../conversations/index.ts';
import { BrainFailure, type BrainNote, type TurnTimes } from './brain-seam.ts';
import type { Turn } from './conversation.ts';
import { createSaidReader, readSaid, type TagRegistry } from './said-items.ts';
import type { LiveSession } from './session.ts';
import { newTimes } from './session-record.ts';
import type { SaidItem } from './utterance.ts';

const defaultApology = 'Sorry, I could not get an answer just now. Please try again.';
const noTags: TagRegistry = new Map();

type Running = { readonly turn: number; readonly abort: AbortController };

/** Asks the brain, one question at a time, and hands what it answers to the conversation. */
export class Turns {
  private readonly session: LiveSession;
  private running: Running | null = null;

  constructor(session: LiveSession) {
    this.session = session;
  }

  ask(turn: Turn): void {
    const running = { turn: turn.number, abort: new AbortController() };
    this.running = running;
    void this.run(turn, running);
  }

  abandon(turn: number): void {
    if (this.running?.turn === turn) this.stop();
  }

  stop(): void {
    this.running?.abort.abort();
    this.running = null;
  }

  private async run(turn: Turn, running: Running): Promise<void> {
    const { session } = this;
    const times = newTimes(session.context.clock.now());
    let outcome: TurnOutcome = 'empty';
    let note: BrainNote | null = null;
    const avatar = await session.avatar();
    const filler = this.armFiller(avatar, running);
    try {
      const say = (items: readonly SaidItem[]) => {
        if (items.length === 0) return;
        clearTimeout(filler);
        outcome = 'answered';
        times.firstSentenceAt ??= session.context.clock.now();
        session.step({ kind: 'reply', turn: turn.number, items });
      };
      await this.answer(turn, running, avatar, times, say);
    } catch (error) {
      outcome = 'failed';
      note = noteOf(error);
      if (!(error instanceof BrainFailure) && !running.abort.signal.aborted) {
        session.context.log.error({ err: error, sessionId: session.identity.id }, 'the brain broke');
      }
      if (!running.abort.signal.aborted) this.apologise(turn, avatar, error);
    } finally {
      clearTimeout(filler);
    }
    const interrupted = running.abort.signal.aborted;
    times.endedAt = session.context.clock.now();
    if (!interrupted) {
      if (this.running === running) this.running = null;
      session.step({ kind: 'replied', turn: turn.number });
    }
    session.record.answered(
      turn.number,
      interrupted ? 'interrupted' : outcome,
      times,
      interrupted ? null : note,
    );
  }

  private async answer(
    turn: Turn,
    { abort }: Running,
    avatar: AvatarAtWork | null,
    times: TurnTimes,
    say: (items: readonly SaidItem[]) => void,
  ): Promise<void> {
    const { session } = this;
    const brain = avatar === null ? null : session.context.brainFor(avatar);
    if (brain === null) throw new BrainFailure('this avatar has no brain: set an endpoint or a model');
    const opening = session.opening.ensure();
    if (opening !== undefined) await opening;
    if (abort.signal.aborted) return;
    const reader = createSaidReader(session.tags, (tag) => session.noteUnknownTag(tag));
    const { number, message, heard } = turn;
    const recordedAs = session.record.numberOf(number);
    const context = session.modelContext.texts;
    const question = { user: session.user, message, heard, recordedAs, context, times };
    for await (const piece of brain.answer(question, abort.signal)) {
      if (abort.signal.aborted) return;
      say(reader.push(piece));
    }
    say(reader.flush());
  }

  private armFiller(avatar: AvatarAtWork | null, { abort, turn }: Running): NodeJS.Timeout | undefined {
    const { filler = '', fillerAfterMs = 0 } = avatar?.avatar ?? {};
    if (filler === '' || fillerAfterMs === 0) return undefined;
    return setTimeout(() => {
      if (abort.signal.aborted || this.session.isSpeaking || this.session.ended) return;
      const items = readSaid(filler, noTags, () => {});
      this.session.step({ kind: 'announce', as: 'filler', items, interrupt: false, turn });
    }, fillerAfterMs);
  }

  private apologise(turn: Turn, avatar: AvatarAtWork | null, error: unknown): void {
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
    session.step({ kind: 'announce', as: 'apology', items, interrupt: false, turn: turn.number });
  }
}

function noteOf(error: unknown): BrainNote {
  if (error instanceof BrainFailure) return { error: error.message, ...error.note };
  return { error: 'the brain broke' };
}
