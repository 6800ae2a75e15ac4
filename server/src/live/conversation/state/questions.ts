import { nothingAsked, type Turn } from './conversation.ts';
import type { Draft } from './draft.ts';

/** Asks a question, or queues it behind the one that is being answered. */
export function addQuestion(draft: Draft, message: string): void {
  const { state } = draft;
  state.lastTurn += 1;
  const turn = { number: state.lastTurn, message, heard: state.heard };
  state.heard = null;
  if (state.asking.kind === 'nothing') ask(draft, turn, []);
  else state.asking = { ...state.asking, waiting: [...state.asking.waiting, turn] };
}

/** The current question is over, so the next one is asked. */
export function endQuestion(draft: Draft): void {
  const { asking } = draft.state;
  const [next, ...waiting] = asking.kind === 'question' ? asking.waiting : [];
  if (next === undefined) draft.state.asking = nothingAsked;
  else ask(draft, next, waiting);
}

function ask(draft: Draft, turn: Turn, waiting: readonly Turn[]): void {
  draft.state.asking = { kind: 'question', turn, waiting };
  draft.effects.push({ kind: 'ask', turn });
}
