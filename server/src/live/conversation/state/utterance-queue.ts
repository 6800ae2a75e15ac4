import type { ConversationInput } from './conversation.ts';
import type { Draft } from './draft.ts';
import { interruptForCallback } from './interrupting.ts';
import { answerAll } from './person.ts';
import { endQuestion } from './questions.ts';
import { isAnswer, type SpeechItem, type Utterance } from './utterance.ts';

export function announce(draft: Draft, input: ConversationInput & { kind: 'announce' }): void {
  const { as: kind, turn, items, words } = input;
  draft.state.lastTurn = Math.max(draft.state.lastTurn, turn);
  if (words !== undefined) answerAll(draft, words.id);
  if (items.length === 0) return;
  // Nothing interrupts a person.
  const interrupt = input.interrupt && draft.state.person === null;
  if (interrupt) interruptForCallback(draft);
  const by = words === undefined ? {} : { by: words.by };
  const utterance = newUtterance(draft, { turn, kind, items, complete: true, ...by });
  const { pendingUtterances } = draft.state;
  if (kind === 'person') {
    // Before what is held, so that a hand-back does not change the order of what they say.
    const answers = pendingUtterances.filter(isAnswer);
    const held = pendingUtterances.filter((pending) => !isAnswer(pending));
    draft.state.pendingUtterances = [...answers, utterance, ...held];
    return;
  }
  draft.state.pendingUtterances = interrupt
    ? [utterance, ...pendingUtterances]
    : [...pendingUtterances, utterance];
}

/** Adds the next part of an answer to its reply. A part of an abandoned question is ignored. */
export function extendReply(draft: Draft, input: ConversationInput & { kind: 'reply' }): void {
  const { turn, items, complete } = input;
  if (draft.turn?.number !== turn) return;
  if (!extend(draft, turn, items, complete) && items.length > 0) {
    const reply = newUtterance(draft, { turn, kind: 'reply', items, complete });
    draft.state.pendingUtterances = [...draft.state.pendingUtterances, reply];
  }
  if (complete) endQuestion(draft);
}

/** False if this turn has no reply yet. */
function extend(draft: Draft, turn: number, items: readonly SpeechItem[], complete: boolean): boolean {
  const isReply = (utterance: Utterance) => utterance.turn === turn && utterance.kind === 'reply';
  const extended = <U extends Utterance>(reply: U): U => ({
    ...reply,
    items: [...reply.items, ...items],
    complete,
  });
  const { speaking, state } = draft;
  if (speaking !== null && isReply(speaking)) {
    draft.speaking = extended(speaking);
    return true;
  }
  if (!state.pendingUtterances.some(isReply)) return false;
  state.pendingUtterances = state.pendingUtterances.map((pending) =>
    isReply(pending) ? extended(pending) : pending,
  );
  return true;
}

function newUtterance(draft: Draft, utterance: Omit<Utterance, 'id'>): Utterance {
  draft.state.lastUtterance += 1;
  return { ...utterance, id: draft.state.lastUtterance };
}
