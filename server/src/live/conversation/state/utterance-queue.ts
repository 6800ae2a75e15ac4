import type { ConversationInput } from './conversation.ts';
import type { Draft } from './draft.ts';
import { interruptForCallback } from './interrupting.ts';
import { endQuestion } from './questions.ts';
import type { SpeechItem, Utterance } from './utterance.ts';

export function announce(draft: Draft, input: ConversationInput & { kind: 'announce' }): void {
  const { as: kind, turn, items, interrupt } = input;
  draft.state.lastTurn = Math.max(draft.state.lastTurn, turn);
  if (items.length === 0) return;
  if (interrupt) interruptForCallback(draft);
  const utterance = newUtterance(draft, { turn, kind, items, complete: true });
  const { pendingUtterances } = draft.state;
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
