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
  sentenceCount,
  sentSentences,
  textOf,
  type Utterance,
  type UtteranceKind,
  unheardItems,
} from './utterance.ts';

const answers: ReadonlySet<UtteranceKind> = new Set(['reply', 'filler']);

/** The one transition function of a conversation. */
export function stepConversation(conversation: Conversation, input: ConversationInput): ConversationStep {
  const draft = new Draft(conversation);
  apply(draft, input);
  draft.askNext();
  draft.sayNext();
  return { conversation: draft.state, effects: draft.effects };
}

function apply(draft: Draft, input: ConversationInput): void {
  const { state } = draft;
  switch (input.kind) {
    case 'attached':
      draft.state = { ...state, attached: true };
      break;
    case 'detached':
      draft.putBackUnheard();
      draft.state = { ...draft.state, attached: false, listening: false };
      break;
    case 'loaded':
      draft.state = { ...state, loading: input.progress };
      break;
    case 'opened':
      draft.state = { ...state, opened: true, loading: 1 };
      break;
    case 'listening':
      draft.state = { ...state, listening: input.active };
      break;
    case 'ask':
      if (input.words) draft.interrupt(input.heard);
      draft.queueQuestion(input.message);
      break;
    case 'reply':
      if (state.asking?.number === input.turn) draft.growReply(input.turn, input.items);
      break;
    case 'replied':
      if (state.asking?.number === input.turn) draft.completeReply(input.turn);
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

/** The state while one input is worked in, and what has to be done for it. */
class Draft {
  state: Conversation;
  readonly effects: ConversationEffect[] = [];

  constructor(state: Conversation) {
    this.state = state;
  }

  queueQuestion(message: string): void {
    const number = this.state.lastTurn + 1;
    const turn: Turn = { number, message, heard: this.state.heard };
    this.state = { ...this.state, lastTurn: number, heard: null, waiting: [...this.state.waiting, turn] };
  }

  askNext(): void {
    const [turn, ...waiting] = this.state.waiting;
    if (this.state.asking !== null || turn === undefined) return;
    this.state = { ...this.state, asking: turn, waiting };
    this.effects.push({ kind: 'ask', turn });
  }

  growReply(turn: number, items: readonly SaidItem[]): void {
    if (items.length === 0) return;
    const grown = this.changeReply(turn, (reply) => ({ ...reply, items: [...reply.items, ...items] }));
    if (!grown) this.queue({ turn, kind: 'reply', items, complete: false });
  }

  completeReply(turn: number): void {
    this.changeReply(turn, (reply) => ({ ...reply, complete: true }));
    this.state = { ...this.state, asking: null };
  }

  announce(input: ConversationInput & { kind: 'announce' }): void {
    this.state = { ...this.state, lastTurn: Math.max(this.state.lastTurn, input.turn) };
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
    // What the abandoned question had still to say goes with it; callbacks that wait are kept.
    const kept = toSay.filter(({ turn, kind }) => turn !== asking.number || !answers.has(kind));
    this.state = { ...this.state, asking: null, toSay: kept };
  }

  played({ utterance, sentences, done }: ConversationInput & { kind: 'played' }): void {
    const { speaking } = this.state;
    if (speaking === null || speaking.id !== utterance) return;
    const played = Math.max(speaking.played, Math.min(sentences, sentSentences(speaking)));
    this.state = { ...this.state, speaking: { ...speaking, played } };
    if (done && speaking.complete && speaking.sent === speaking.items.length) {
      this.finishSpeaking({ ...speaking, played: sentSentences(speaking) });
    }
  }

  /** The socket is gone: what nobody confirmed to have heard waits to be said again. */
  putBackUnheard(): void {
    const { speaking, toSay, lastUtterance } = this.state;
    if (speaking === null) return;
    const items = unheardItems(speaking);
    const heardItems = speaking.items.slice(0, speaking.items.length - items.length);
    if (textOf(heardItems) !== '') {
      this.effects.push({ kind: 'said', utterance: speaking, text: textOf(heardItems), interrupted: false });
    }
    const again = { ...speaking, id: lastUtterance + 1, items, sent: 0, played: 0, closed: false };
    const keep = items.length > 0 || !speaking.complete;
    this.state = {
      ...this.state,
      speaking: null,
      lastUtterance: keep ? lastUtterance + 1 : lastUtterance,
      toSay: keep ? [again, ...toSay] : toSay,
    };
  }

  sayNext(): void {
    for (;;) {
      const { attached, opened, speaking, toSay } = this.state;
      if (!attached || !opened) return;
      if (speaking === null) {
        const [next, ...rest] = toSay;
        if (next === undefined) return;
        this.state = { ...this.state, speaking: next, toSay: rest };
      } else if (!this.sendSpeaking(speaking)) return;
    }
  }

  /** Sends what is new of the utterance being said; true where it is over and the next may begin. */
  private sendSpeaking(speaking: Utterance): boolean {
    let index = sentSentences(speaking);
    for (const item of speaking.items.slice(speaking.sent)) {
      this.effects.push({ kind: 'send', frame: frameOf(speaking.id, item, index) });
      if (item.kind === 'sentence') index += 1;
    }
    const now = { ...speaking, sent: speaking.items.length, closed: speaking.complete };
    this.state = { ...this.state, speaking: now };
    if (!now.complete) return false;
    if (!speaking.closed && sentenceCount(now.items) > 0) this.announceEnd(now);
    if (needsPlayback(now)) return false;
    this.finishSpeaking(now);
    return true;
  }

  private announceEnd(utterance: Utterance): void {
    const sentences = sentSentences(utterance);
    this.effects.push({ kind: 'send', frame: { type: 'utterance-end', utterance: utterance.id, sentences } });
  }

  private finishSpeaking(utterance: Utterance): void {
    const text = textOf(utterance.items);
    if (text !== '') this.effects.push({ kind: 'said', utterance, text, interrupted: false });
    this.state = { ...this.state, speaking: null };
  }

  private stopSpeaking(heard: ClaimedHeard): void {
    const { speaking } = this.state;
    if (speaking === null) return;
    const claimed = heard !== null && heard.utterance === speaking.id ? heard.text : null;
    const text = heardText(speaking, claimed);
    this.effects.push({ kind: 'send', frame: { type: 'stop', utterance: speaking.id } });
    this.effects.push({ kind: 'said', utterance: speaking, text, interrupted: true });
    this.state = { ...this.state, speaking: null, heard: text };
  }

  private changeReply(turn: number, change: (reply: Utterance) => Utterance): boolean {
    const isReply = (utterance: Utterance) => utterance.turn === turn && utterance.kind === 'reply';
    const { speaking, toSay } = this.state;
    if (speaking !== null && isReply(speaking)) {
      this.state = { ...this.state, speaking: change(speaking) };
      return true;
    }
    if (!toSay.some(isReply)) return false;
    this.state = { ...this.state, toSay: toSay.map((entry) => (isReply(entry) ? change(entry) : entry)) };
    return true;
  }

  private queue(wish: Pick<Utterance, 'turn' | 'kind' | 'items' | 'complete'>, first = false): void {
    const id = this.state.lastUtterance + 1;
    const utterance: Utterance = { ...wish, id, sent: 0, played: 0, closed: false };
    const { toSay } = this.state;
    this.state = {
      ...this.state,
      lastUtterance: id,
      toSay: first ? [utterance, ...toSay] : [...toSay, utterance],
    };
  }
}

function frameOf(
  utterance: number,
  item: SaidItem,
  index: number,
): (ConversationEffect & { kind: 'send' })['frame'] {
  if (item.kind === 'sentence') {
    return { type: 'sentence', utterance, index, text: item.text, markup: item.markup };
  }
  const event = item.event === null ? {} : { event: item.event };
  return { type: 'tag', name: item.name, ...event, attributes: { ...item.attributes } };
}
