import { expect } from 'vitest';
import {
  type Conversation,
  type ConversationEffect,
  type ConversationInput,
  currentTurn,
  currentUtterance,
  newConversation,
  statusOf,
} from '../conversation/state/conversation.ts';
import { stepConversation } from '../conversation/state/step-conversation.ts';
import { isAnswer, type SpeechItem, type UtteranceKind } from '../conversation/state/utterance.ts';

type Playing = { readonly id: number; sent: string[]; ended: boolean };

/**
 * A conversation with a brain and a client around it that remember what they saw. Every rule that can be checked at
 * once is checked in `feed`; what must have happened in the end is checked in `settle`.
 */
export class ConversationModel {
  state: Conversation = newConversation;
  /** The question that the brain is answering. */
  asked: number | null = null;
  readonly askedInOrder: number[] = [];
  playing: Playing | null = null;
  readonly heard: string[] = [];
  readonly recorded: string[] = [];
  readonly cutShort: string[] = [];
  readonly #owed = new Map<string, { turn: number; kind: UtteranceKind }>();
  readonly #finished = new Set<number>();
  readonly #begun = new Set<number>();
  #count = 0;

  feed(input: ConversationInput): void {
    const couldSpeak = this.#canSpeak;
    const { conversation, effects } = stepConversation(this.state, input);
    this.state = conversation;
    for (const effect of effects) this.#take(effect, input, couldSpeak);
    this.#checkNow();
  }

  /** The brain sends a part of its reply. */
  reply(sentences: number, tags = 0): void {
    const turn = this.asked ?? 0;
    this.feed({ kind: 'reply', turn, items: this.#items('reply', turn, sentences, tags), complete: false });
  }

  announce(as: UtteranceKind, sentences: number, interrupt: boolean, tags = 0): void {
    const turn = as === 'filler' || as === 'apology' ? (this.asked ?? 0) : this.state.lastTurn + 1;
    this.feed({ kind: 'announce', as, items: this.#items(as, turn, sentences, tags), interrupt, turn });
  }

  replied(): void {
    if (this.asked === null) return;
    const turn = this.asked;
    this.asked = null;
    this.feed({ kind: 'reply', turn, items: [], complete: true });
  }

  detach(): void {
    // What was on its way to the client is lost with the socket. The service must say it again.
    this.playing = null;
    this.feed({ kind: 'detached' });
  }

  /** The client plays the next sentence, or reports the end of an utterance it has played. */
  play(): void {
    const { playing } = this;
    if (playing === null) return;
    const next = playing.sent.shift();
    if (next !== undefined) {
      this.heard.push(next);
      this.#owed.delete(next);
      this.#playedSentences += 1;
    }
    const done = playing.sent.length === 0 && playing.ended;
    const sentences = this.#playedSentences;
    if (done) this.playing = null;
    this.feed({ kind: 'played', utterance: playing.id, sentences, done });
  }

  /** Lets client and brain finish everything, and checks what must be true then. */
  settle(): void {
    this.feed({ kind: 'attached' });
    this.feed({ kind: 'opened' });
    for (let rounds = 0; this.asked !== null || this.playing !== null; rounds++) {
      expect(rounds, 'rounds without an end').toBeLessThan(10_000);
      if (this.asked !== null) this.replied();
      this.play();
    }
    expect(this.state.pendingUtterances).toEqual([]);
    expect(currentUtterance(this.state)).toBeNull();
    expect(this.state.questions).toEqual([]);
    expect([...this.#owed.keys()], 'sentences that nobody heard').toEqual([]);
    const { client, stage } = this.state;
    expect(stage).toBe('open');
    expect(statusOf(this.state)).toBe(client?.listening ? 'LISTENING' : 'IDLE');
    expect(new Set(this.recorded).size, 'sentences recorded twice').toBe(this.recorded.length);
    const missing = this.heard.filter(
      (text) => !this.recorded.includes(text) && !this.cutShort.includes(text),
    );
    expect(missing, 'heard and not recorded').toEqual([]);
  }

  #playedSentences = 0;

  get #canSpeak(): boolean {
    const { client, stage } = this.state;
    return client !== null && (stage === 'open' || stage === 'reloading');
  }

  #items(kind: UtteranceKind, turn: number, sentences: number, tags: number): SpeechItem[] {
    const accepted = kind !== 'reply' || currentTurn(this.state)?.number === turn;
    const said = Array.from({ length: sentences }, (): SpeechItem => {
      this.#count += 1;
      const text = `s${this.#count}.`;
      if (accepted) this.#owed.set(text, { turn, kind });
      return { kind: 'sentence', text, markup: text };
    });
    const tag: SpeechItem = { kind: 'tag', name: 'x', event: 'x', attributes: {} };
    return [...said, ...Array.from({ length: tags }, () => tag)];
  }

  #take(effect: ConversationEffect, input: ConversationInput, couldSpeak: boolean): void {
    switch (effect.kind) {
      case 'ask':
        expect(this.asked, 'a second question while one is in flight').toBeNull();
        expect(effect.turn.number).toBeGreaterThan(this.askedInOrder.at(-1) ?? 0);
        this.asked = effect.turn.number;
        this.askedInOrder.push(effect.turn.number);
        return;
      case 'abandon':
        expect(effect.turn).toBe(this.asked);
        this.asked = null;
        this.#forgive(({ turn, kind }) => turn === effect.turn && (kind === 'reply' || kind === 'filler'));
        return;
      case 'said':
        if (effect.interrupted) {
          this.cutShort.push(...effect.text.split(' ').filter((text) => text !== ''));
          const { turn, kind } = effect.utterance;
          this.#forgive((owed) => owed.turn === turn && owed.kind === kind);
        } else this.recorded.push(...effect.text.split(' '));
        return;
      case 'send':
        return this.#receive(
          effect.frame,
          couldSpeak || input.kind === 'attached' || input.kind === 'opened',
        );
    }
  }

  #receive(frame: (ConversationEffect & { kind: 'send' })['frame'], couldSpeak: boolean): void {
    expect(couldSpeak, `${frame.type} before the conversation was open`).toBe(true);
    if (frame.type === 'sentence') {
      if (this.playing === null || this.playing.id !== frame.utterance) {
        expect(this.playing === null || this.#isOver(this.playing), 'utterances that mix').toBe(true);
        expect(this.#begun.has(frame.utterance), 'an utterance that comes back').toBe(false);
        expect(frame.index).toBe(0);
        this.#begun.add(frame.utterance);
        this.playing = { id: frame.utterance, sent: [], ended: false };
        this.#playedSentences = 0;
      }
      expect(this.playing.ended, 'a sentence after the end of its utterance').toBe(false);
      expect(frame.index).toBe(this.#playedSentences + this.playing.sent.length);
      this.playing.sent.push(frame.text);
    } else if (frame.type === 'utterance-end') {
      expect(this.#finished.has(frame.utterance), 'a second end').toBe(false);
      this.#finished.add(frame.utterance);
      expect(frame.utterance).toBe(this.playing?.id);
      expect(frame.sentences).toBe(this.#playedSentences + (this.playing?.sent.length ?? 0));
      if (this.playing !== null) this.playing.ended = true;
    } else if (frame.type === 'stop') {
      if (this.playing?.id === frame.utterance) this.playing = null;
    }
  }

  /** Whether it was played to its end. Its report may be the input that led to the next utterance. */
  #isOver({ sent, ended }: Playing): boolean {
    return sent.length === 0 && ended;
  }

  #forgive(which: (owed: { turn: number; kind: UtteranceKind }) => boolean): void {
    for (const [text, owed] of this.#owed) if (which(owed)) this.#owed.delete(text);
  }

  #checkNow(): void {
    const status = statusOf(this.state);
    const speaking = currentUtterance(this.state);
    if (status === 'THINKING') {
      const isAnswering = speaking !== null && isAnswer(speaking) && !speaking.audible;
      expect(currentTurn(this.state) !== null || isAnswering).toBe(true);
    }
    if (status === 'TALKING') expect(speaking?.audible).toBe(true);
    expect(currentTurn(this.state)?.number ?? null).toBe(this.asked);
    if (speaking !== null) expect(this.#canSpeak).toBe(true);
  }
}
