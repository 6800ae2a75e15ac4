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
  readonly #kinds = new Map<string, UtteranceKind>();
  /** Questions that are neither answered nor given up. */
  readonly #open = new Set<number>();
  readonly #withdrawn = new Set<number>();
  /** Whose reply had begun when a person took over. */
  #finishing: number | null = null;
  #count = 0;

  feed(input: ConversationInput): void {
    const couldSpeak = this.#canSpeak;
    const hadPerson = this.state.person !== null;
    if (input.kind === 'take-over' && !hadPerson) this.#handleTakeOver(input.cut);
    const { conversation, effects } = stepConversation(this.state, input);
    this.state = conversation;
    if (input.kind === 'ask') this.#open.add(conversation.lastTurn);
    for (const effect of effects) this.#take(effect, input, couldSpeak);
    this.#checkNow();
  }

  /** The brain sends a part of its reply. */
  reply(sentences: number, tags = 0): void {
    const turn = this.asked ?? 0;
    this.feed({ kind: 'reply', turn, items: this.#items('reply', turn, sentences, tags), complete: false });
  }

  announce(as: UtteranceKind, sentences: number, interrupt: boolean, tags = 0): void {
    if (as === 'person' && this.state.person === null) return;
    const turn = as === 'filler' || as === 'apology' ? (this.asked ?? 0) : this.state.lastTurn + 1;
    const items = this.#items(as, turn, sentences, tags);
    const words = as === 'person' ? { words: { id: `w${this.#count}`, by: 'Ada' } } : {};
    this.feed({ kind: 'announce', as, items, interrupt, turn, ...words });
  }

  takeOver(cut: boolean, name = 'Ada'): void {
    this.feed({ kind: 'take-over', person: { id: `mem_${name}`, name }, handBackMs: 120_000, cut });
  }

  replied(): void {
    if (this.asked === null) return;
    const turn = this.asked;
    this.asked = null;
    this.#close(turn);
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
    this.feed({ kind: 'hand-back' });
    for (let rounds = 0; this.asked !== null || this.playing !== null; rounds++) {
      expect(rounds, 'rounds without an end').toBeLessThan(10_000);
      if (this.asked !== null) this.replied();
      this.play();
    }
    expect(this.state.pendingUtterances).toEqual([]);
    expect(currentUtterance(this.state)).toBeNull();
    expect(this.state.questions).toEqual([]);
    expect([...this.#open], 'questions that nobody answered').toEqual([]);
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
      this.#kinds.set(text, kind);
      return { kind: 'sentence', text, markup: text };
    });
    const tag: SpeechItem = { kind: 'tag', name: 'x', event: 'x', attributes: {} };
    return [...said, ...Array.from({ length: tags }, () => tag)];
  }

  #take(effect: ConversationEffect, input: ConversationInput, couldSpeak: boolean): void {
    switch (effect.kind) {
      case 'ask':
        expect(this.asked, 'a second question while one is in flight').toBeNull();
        expect(this.state.person, 'a question to the brain while a person answers').toBeNull();
        if (!this.#withdrawn.delete(effect.turn.number))
          expect(effect.turn.number).toBeGreaterThan(this.askedInOrder.at(-1) ?? 0);
        expect(this.#open.has(effect.turn.number), 'a question that is over').toBe(true);
        this.asked = effect.turn.number;
        this.askedInOrder.push(effect.turn.number);
        return;
      case 'abandon':
        expect(effect.turn).toBe(this.asked);
        this.asked = null;
        this.#close(effect.turn);
        this.#forgive(({ turn, kind }) => turn === effect.turn && (kind === 'reply' || kind === 'filler'));
        return;
      case 'withdraw':
        expect(effect.turn).toBe(this.asked);
        this.asked = null;
        this.#withdrawn.add(effect.turn);
        this.#forgive(({ turn, kind }) => turn === effect.turn && kind === 'filler');
        return;
      case 'answered':
        for (const { number } of effect.turns) this.#close(number);
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
      this.#checkSpeaker(frame.text);
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

  #handleTakeOver(cut: boolean): void {
    const speaking = currentUtterance(this.state);
    const replies = [...this.state.pendingUtterances, ...(speaking === null ? [] : [speaking])];
    const isBegun = replies.some(({ kind, turn }) => kind === 'reply' && turn === this.asked);
    this.#finishing = isBegun ? this.asked : null;
    if (cut) this.#forgive(({ kind }) => kind === 'reply' || kind === 'filler' || kind === 'apology');
  }

  /** While a person answers, only they speak, and the brain finishes what it had begun. */
  #checkSpeaker(text: string): void {
    if (this.state.person === null) return;
    const kind = this.#kinds.get(text);
    expect(kind === 'callback' || kind === 'say' || kind === 'greeting', `${kind} beside a person`).toBe(
      false,
    );
  }

  #close(turn: number): void {
    expect(this.#open.delete(turn), `question ${turn} ended twice`).toBe(true);
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
      const isTyping = this.state.person?.typing === true;
      expect(currentTurn(this.state) !== null || isAnswering || isTyping).toBe(true);
    }
    if (status === 'TALKING') expect(speaking?.audible).toBe(true);
    expect(currentTurn(this.state)?.number ?? null).toBe(this.asked);
    if (this.state.person !== null && this.asked !== null) expect(this.asked).toBe(this.#finishing);
    if (speaking !== null) expect(this.#canSpeak).toBe(true);
  }
}

/** A conversation that the visitor has started. */
export const opened = (): ConversationModel => {
  const talk = new ConversationModel();
  talk.feed({ kind: 'attached' });
  talk.feed({ kind: 'opened' });
  return talk;
};

export const ask = (talk: ConversationModel, message = 'hello', hasWords = true) =>
  talk.feed({ kind: 'ask', message, hasWords, heard: null });
