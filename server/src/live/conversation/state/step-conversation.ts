import type {
  ClaimedHeard,
  Conversation,
  ConversationEffect,
  ConversationInput,
  ConversationStep,
  Turn,
} from './conversation.ts';
import {
  heardText,
  needsPlayback,
  type SaidItem,
  sentSentences,
  textOf,
  type Utterance,
  type UtteranceKind,
  unheardItems,
} from './utterance.ts';

const answers: ReadonlySet<UtteranceKind> = new Set(['reply', 'filler']);

/** The one transition function of a conversation. */
export function stepConversation(conversation: Conversation, input: ConversationInput): ConversationStep {
  const draft = new Draft({ ...conversation });
  apply(draft, input);
  draft.askNext();
  draft.sayNext();
  return { conversation: draft.state, effects: draft.effects };
}

function apply(draft: Draft, input: ConversationInput): void {
  const { state } = draft;
  switch (input.kind) {
    case 'attached':
      state.attached = true;
      break;
    case 'detached':
      draft.putBackUnheard();
      state.attached = false;
      state.listening = false;
      break;
    case 'loaded':
      state.loading = input.progress;
      break;
    case 'opened':
      state.opened = true;
      state.loading = 1;
      break;
    case 'listening':
      state.listening = input.active;
      break;
    case 'ask':
      if (input.words) draft.interrupt(input.heard);
      draft.queueQuestion(input.message);
      break;
    case 'reply':
      if (state.asking?.number === input.turn) draft.growReply(input);
      break;
    case 'announce':
      draft.announce(input);
      break;
    case 'played':
      draft.played(input);
      break;
    case 'interrupt':
      draft.interrupt(input.heard);
      break;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The state while one input is worked in, and what has to be done for it. */
class Draft {
  readonly state: Mutable<Conversation>;
  readonly effects: ConversationEffect[] = [];

  /** Of a state that is nobody else's. */
  constructor(state: Conversation) {
    this.state = state;
  }

  queueQuestion(message: string): void {
    const { state } = this;
    state.lastTurn += 1;
    const turn = { number: state.lastTurn, message, heard: state.heard };
    state.heard = null;
    if (state.asking === null && state.waiting.length === 0) this.ask(turn);
    else state.waiting = [...state.waiting, turn];
  }

  askNext(): void {
    const { state } = this;
    const turn = state.waiting[0];
    if (state.asking !== null || turn === undefined) return;
    state.waiting = state.waiting.slice(1);
    this.ask(turn);
  }

  private ask(turn: Turn): void {
    this.state.asking = turn;
    this.effects.push({ kind: 'ask', turn });
  }

  growReply({ turn, items, complete }: ConversationInput & { kind: 'reply' }): void {
    const grown = this.changeReply(turn, (reply) => ({
      ...reply,
      items: [...reply.items, ...items],
      complete,
    }));
    if (!grown && items.length > 0) this.queue({ turn, kind: 'reply', items, complete });
    if (complete) this.state.asking = null;
  }

  announce(input: ConversationInput & { kind: 'announce' }): void {
    this.state.lastTurn = Math.max(this.state.lastTurn, input.turn);
    if (input.items.length === 0) return;
    if (input.interrupt) this.makeWay();
    this.queue({ turn: input.turn, kind: input.as, items: input.items, complete: true }, input.interrupt);
  }

  /** Stops what is being said; a reply that was still arriving is given up with it. */
  private makeWay(): void {
    const { speaking, asking } = this.state;
    if (speaking?.kind === 'reply' && speaking.turn === asking?.number) this.interrupt(null);
    else this.stopSpeaking(null);
  }

  interrupt(heard: ClaimedHeard): void {
    this.stopSpeaking(heard);
    const { asking, toSay } = this.state;
    if (asking === null) return;
    this.effects.push({ kind: 'abandon', turn: asking.number });
    this.state.asking = null;
    // What the abandoned question had still to say goes with it; callbacks that wait are kept.
    this.state.toSay = toSay.filter(({ turn, kind }) => turn !== asking.number || !answers.has(kind));
  }

  played({ utterance, sentences, done }: ConversationInput & { kind: 'played' }): void {
    const { speaking } = this.state;
    if (speaking === null || speaking.id !== utterance) return;
    if (done && speaking.complete && speaking.sent === speaking.items.length) {
      this.finishSpeaking({ ...speaking, played: sentSentences(speaking) });
    } else {
      const played = Math.max(speaking.played, Math.min(sentences, sentSentences(speaking)));
      this.state.speaking = { ...speaking, played };
    }
  }

  /** The socket is gone: what nobody confirmed to have heard waits to be said again. */
  putBackUnheard(): void {
    const { state } = this;
    const { speaking, toSay } = state;
    if (speaking === null) return;
    const items = unheardItems(speaking);
    const heardItems = speaking.items.slice(0, speaking.items.length - items.length);
    if (textOf(heardItems) !== '') {
      this.effects.push({ kind: 'said', utterance: speaking, text: textOf(heardItems), interrupted: false });
    }
    state.speaking = null;
    if (items.length === 0 && speaking.complete) return;
    state.lastUtterance += 1;
    state.toSay = [
      { ...speaking, id: state.lastUtterance, items, sent: 0, played: 0, closed: false },
      ...toSay,
    ];
  }

  sayNext(): void {
    const { state } = this;
    while (state.attached && state.opened) {
      if (state.speaking === null) {
        const next = state.toSay[0];
        if (next === undefined) return;
        state.speaking = next;
        state.toSay = state.toSay.slice(1);
      } else if (!this.sendSpeaking(state.speaking)) return;
    }
  }

  /** Sends what is new of the utterance being said; true where it is over and the next may begin. */
  private sendSpeaking(speaking: Utterance): boolean {
    const { items, complete } = speaking;
    let index = sentSentences(speaking);
    for (const item of items.slice(speaking.sent)) {
      this.effects.push({ kind: 'send', frame: frameOf(speaking.id, item, index) });
      if (item.kind === 'sentence') index += 1;
    }
    if (complete && !speaking.closed && index > 0) this.announceEnd(speaking, index);
    const now = { ...speaking, sent: items.length, closed: complete };
    this.state.speaking = now;
    if (!complete || needsPlayback(now)) return false;
    this.finishSpeaking(now);
    return true;
  }

  private announceEnd({ id }: Utterance, sentences: number): void {
    this.effects.push({ kind: 'send', frame: { type: 'utterance-end', utterance: id, sentences } });
  }

  private finishSpeaking(utterance: Utterance): void {
    const text = textOf(utterance.items);
    if (text !== '') this.effects.push({ kind: 'said', utterance, text, interrupted: false });
    this.state.speaking = null;
  }

  private stopSpeaking(heard: ClaimedHeard): void {
    const { speaking } = this.state;
    if (speaking === null) return;
    const claimed = heard !== null && heard.utterance === speaking.id ? heard.text : null;
    const text = heardText(speaking, claimed);
    this.effects.push({ kind: 'send', frame: { type: 'stop', utterance: speaking.id } });
    this.effects.push({ kind: 'said', utterance: speaking, text, interrupted: true });
    this.state.speaking = null;
    this.state.heard = text;
  }

  private changeReply(turn: number, change: (reply: Utterance) => Utterance): boolean {
    const isReply = (utterance: Utterance) => utterance.turn === turn && utterance.kind === 'reply';
    const { speaking, toSay } = this.state;
    if (speaking !== null && isReply(speaking)) {
      this.state.speaking = change(speaking);
      return true;
    }
    if (!toSay.some(isReply)) return false;
    this.state.toSay = toSay.map((entry) => (isReply(entry) ? change(entry) : entry));
    return true;
  }

  private queue(wish: Pick<Utterance, 'turn' | 'kind' | 'items' | 'complete'>, first = false): void {
    const { state } = this;
    state.lastUtterance += 1;
    const utterance: Utterance = {
      ...wish,
      id: state.lastUtterance,
      sent: 0,
      played: 0,
      closed: false,
    };
    state.toSay = first ? [utterance, ...state.toSay] : [...state.toSay, utterance];
  }
}

function frameOf(
  utterance: number,
  item: SaidItem,
  index: number,
): (ConversationEffect & { kind: 'send' })['frame'] {
  if (item.kind === 'sentence') {
    const { text, markup } = item;
    return { type: 'sentence', utterance, index, text, markup };
  }
  const event = item.event === null ? {} : { event: item.event };
  return { type: 'tag', name: item.name, ...event, attributes: { ...item.attributes } };
}
