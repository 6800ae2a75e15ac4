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
    const { signal } = running.abort;
    const avatar = await session.avatar();
    const filler = this.armFiller(avatar, running);
    let outcome: TurnOutcome = 'empty';
    let note: BrainNote | null = null;
    const say = (items: readonly SaidItem[], complete: boolean) => {
      if (items.length > 0) {
        clearTimeout(filler);
        outcome = 'answered';
        times.firstSentenceAt ??= session.context.clock.now();
      }
      if (complete && this.running === running) this.running = null;
      if (items.length > 0 || complete) session.step({ kind: 'reply', turn: turn.number, items, complete });
    };
    try {
      const rest = await this.answer(turn, running, avatar, times, say);
      times.endedAt = session.context.clock.now();
      if (!signal.aborted) say(rest, true);
    } catch (error) {
      outcome = 'failed';
      note = noteOf(error);
      times.endedAt = session.context.clock.now();
      if (!signal.aborted) {
        if (!(error instanceof BrainFailure)) {
          session.context.log.error({ err: error, sessionId: session.identity.id }, 'the brain broke');
        }
        this.apologise(turn, avatar, error);
        say([], true);
      }
    } finally {
      clearTimeout(filler);
    }
    if (signal.aborted) session.record.answered(turn.number, 'interrupted', times, null);
    else session.record.answered(turn.number, outcome, times, note);
  }

  /** Says what comes in pieces; gives what is left to say when all has come. */
  private async answer(
    turn: Turn,
    { abort }: Running,
    avatar: AvatarAtWork | null,
    times: TurnTimes,
    say: (items: readonly SaidItem[], complete: boolean) => void,
  ): Promise<readonly SaidItem[]> {
    const { session } = this;
    const { signal } = abort;
    const brain = avatar === null ? null : session.context.brainFor(avatar);
    if (brain === null) throw new BrainFailure('this avatar has no brain: set an endpoint or a model');
    const opening = session.opening.ensure();
    if (opening !== undefined) await opening;
    if (signal.aborted) return [];
    const { number, message, heard } = turn;
    const recordedAs = session.record.numberOf(number);
    const context = session.modelContext.texts;
    const question = { user: session.user, message, heard, recordedAs, context, times };
    const reply = await brain.answer(question, signal);
    const onUnknownTag = (tag: string) => session.noteUnknownTag(tag);
    if (typeof reply === 'string') return readSaid(reply, session.tags, onUnknownTag);
    const reader = createSaidReader(session.tags, onUnknownTag);
    for await (const piece of reply) {
      if (signal.aborted) return [];
      say(reader.push(piece), false);
    }
    return reader.flush();
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
