import type { Draft } from './draft.ts';

/** Asks a question, or queues it behind the one that is being answered. If a person answers, it waits for them. */
export function addQuestion(draft: Draft, message: string, hasWords: boolean): void {
  const { state } = draft;
  state.lastTurn += 1;
  const turn = { number: state.lastTurn, message, hasWords, heard: state.heard };
  state.heard = null;
  if (state.person !== null) {
    state.person = { ...state.person, unanswered: [...state.person.unanswered, turn] };
    return;
  }
  state.questions = [...state.questions, turn];
  if (draft.turn === turn) draft.effects.push({ kind: 'ask', turn });
}

/** The current question is over, so the next one is asked. */
export function endQuestion(draft: Draft): void {
  draft.state.questions = draft.state.questions.slice(1);
  if (draft.turn !== null) draft.effects.push({ kind: 'ask', turn: draft.turn });
}
