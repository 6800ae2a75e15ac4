import type { TurnEntry, TurnKind, TurnOutcome } from '../../conversations/index.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { BrainNote, TurnTimes } from './brain.ts';
import type { Conversation, ConversationEffect } from './state/conversation.ts';
import { heardText } from './state/utterance.ts';

type OpenQuestion = {
  readonly turn: number;
  readonly words: number | null;
  heard: string | null;
  voice: string | null;
};

/** The record of one session. Writing happens behind the conversation; what fails is told as `agent:error`. */
export class Record {
  private readonly session: LiveSession;
  private lastMessage: number;
  /** Questions that wait or are with the brain. */
  private readonly open: OpenQuestion[] = [];

  constructor(session: LiveSession, lastMessage: number) {
    this.session = session;
    this.lastMessage = lastMessage;
  }

  /** The words of a question, which may still have to wait its turn. */
  userAsked(message: string, turn: number): void {
    if (message !== '') this.addMessage('user', message, false);
    this.open.push({ turn, words: message === '' ? null : this.lastMessage, heard: null, voice: null });
  }

  /** Where the words of a question are in the record; null where it has none. */
  numberOf(turn: number): number | null {
    return this.questionOf(turn)?.words ?? null;
  }

  said({ utterance, text, interrupted }: ConversationEffect & { kind: 'said' }): void {
    if (text !== '') this.addMessage('avatar', text, interrupted);
    if (!interrupted) return;
    const { turn } = utterance;
    // The record of a question is written when its answer is over; what was heard goes with it.
    const question = this.questionOf(turn);
    if (question !== undefined) question.heard = text;
    else void this.guard(this.session.context.recorder.noteHeard(this.session.identity.id, turn, text));
  }

  /** The first sound of a turn went out: known only after the turn itself was written. */
  firstAudio(turn: number): void {
    const { identity, context } = this.session;
    this.guard(context.recorder.noteFirstAudio(identity.id, turn, context.clock.now()));
  }

  /** The avatar's own voice failed in a turn. */
  voiceTrouble(turn: number, message: string): void {
    const question = this.questionOf(turn);
    if (question !== undefined) question.voice ??= message;
    else void this.guard(this.session.context.recorder.noteVoice(this.session.identity.id, turn, message));
  }

  /** The session ends in the middle of something: what was heard of it belongs to the transcript. */
  closed({ speaking }: Conversation): void {
    if (speaking === null) return;
    this.said({ kind: 'said', utterance: speaking, text: heardText(speaking, null), interrupted: true });
  }

  announced(number: number, kind: Exclude<TurnKind, 'chat'>): void {
    const now = this.session.context.clock.now();
    this.addTurn(number, kind, 'said', { ...newTimes(now), firstSentenceAt: now, endedAt: now }, null);
  }

  answered(number: number, outcome: TurnOutcome, times: TurnTimes, detail: BrainNote | null): void {
    const { heard = null, voice = null } = this.takeQuestion(number) ?? {};
    this.addTurn(number, 'chat', outcome, times, voice === null ? detail : { ...detail, voice }, heard);
    const { firstSentenceAt, receivedAt, endedAt } = times;
    this.session.context.turnMeter.count(
      this.session.identity.avatarId,
      outcome,
      firstSentenceAt === null ? null : firstSentenceAt - receivedAt,
      (endedAt ?? receivedAt) - receivedAt,
    );
  }

  async clearHistory(): Promise<void> {
    await this.guard(this.session.context.recorder.clearHistory(this.session.identity.id, this.lastMessage));
  }

  private takeQuestion(turn: number): OpenQuestion | undefined {
    const question = this.questionOf(turn);
    if (question !== undefined) this.open.splice(this.open.indexOf(question), 1);
    return question;
  }

  private questionOf(turn: number): OpenQuestion | undefined {
    for (const question of this.open) if (question.turn === turn) return question;
    return undefined;
  }

  private addMessage(speaker: 'user' | 'avatar', message: string, interrupted: boolean): void {
    this.lastMessage += 1;
    const { identity, context, news } = this.session;
    const at = context.clock.now();
    const entry = { sessionId: identity.id, number: this.lastMessage, speaker, message, interrupted, at };
    context.recorder.add(entry, this.failed);
    if (news.concernsNobody('agent:message')) return;
    const message_id = `${identity.id}-${entry.number}`;
    news.report('agent:message', { speaker, message, message_id, interrupted });
  }

  private addTurn(
    number: number,
    kind: TurnKind,
    outcome: TurnOutcome,
    times: TurnTimes,
    detail: TurnEntry['detail'],
    heard: string | null = null,
  ) {
    const { identity, context } = this.session;
    const entry = { sessionId: identity.id, number, kind, outcome, detail, heard, ...times };
    context.recorder.add(entry, this.failed);
  }

  private async guard(writing: Promise<void>): Promise<void> {
    await writing.catch(this.failed);
  }

  private readonly failed = (error: unknown): void => {
    const { identity, context, news } = this.session;
    context.log.error({ err: error, sessionId: identity.id }, 'the record of a session could not be written');
    void news.raise('agent:error', { error: 'The conversation history could not be written.' });
  };
}

export const newTimes = (receivedAt: number): TurnTimes => ({
  receivedAt,
  sentAt: null,
  firstByteAt: null,
  firstSentenceAt: null,
  firstAudioAt: null,
  endedAt: null,
});
