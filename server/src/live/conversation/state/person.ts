import type { ConversationInput } from './conversation.ts';
import type { Draft } from './draft.ts';
import { interrupt } from './interrupting.ts';
import { stopSpeaking } from './speaking.ts';
import { isAnswer, type Utterance } from './utterance.ts';

const maxSaid = 50;

/**
 * The brain's questions become the person's, except one whose reply has begun: that reply is cut, or it finishes first.
 * The first person gets the session.
 */
export function takeOver(
  draft: Draft,
  { person, handBackMs, cut }: ConversationInput & { kind: 'take-over' },
): void {
  const { state } = draft;
  if (state.person !== null) return;
  const { questions } = state;
  const [current] = questions;
  const begun = current !== undefined && hasReply(draft, current.number) ? [current] : [];
  const unanswered = questions.slice(begun.length);
  state.person = { person, handBackMs, typing: false, unanswered, said: [] };
  state.questions = begun;
  if (current !== undefined && begun.length === 0) {
    draft.effects.push({ kind: 'withdraw', turn: current.number });
    keepPending(draft, ({ kind, turn }) => kind !== 'filler' || turn !== current.number);
  }
  if (!cut) return;
  if (begun.length > 0) interrupt(draft, null);
  else stopSpeaking(draft, null);
  // The words of a person who had the session before are not the brain's.
  keepPending(draft, (utterance) => !isAnswer(utterance) || utterance.kind === 'person');
}

/** The brain answers again. It is asked what the person has left unanswered. */
export function handBack(draft: Draft): void {
  const { state } = draft;
  if (state.person === null) return;
  const wasAsking = draft.turn !== null;
  state.questions = [...state.questions, ...state.person.unanswered];
  state.person = null;
  if (!wasAsking && draft.turn !== null) draft.effects.push({ kind: 'ask', turn: draft.turn });
}

export function setTyping(draft: Draft, typing: boolean): void {
  const { person } = draft.state;
  if (person !== null && person.typing !== typing) draft.state.person = { ...person, typing };
}

/** The person's words answer every question so far. Messages of tags alone are for the brain. */
export function answerAll(draft: Draft, id: string): void {
  const { person } = draft.state;
  if (person === null) return;
  const answered = person.unanswered.filter(({ hasWords }) => hasWords);
  const unanswered = person.unanswered.filter(({ hasWords }) => !hasWords);
  draft.state.person = { ...person, typing: false, unanswered, said: [...person.said, id].slice(-maxSaid) };
  if (answered.length > 0) draft.effects.push({ kind: 'answered', turns: answered });
}

function hasReply({ speaking, state }: Draft, turn: number): boolean {
  const isReply = (utterance: Utterance) => utterance.turn === turn && utterance.kind === 'reply';
  return (speaking !== null && isReply(speaking)) || state.pendingUtterances.some(isReply);
}

function keepPending({ state }: Draft, keeps: (utterance: Utterance) => boolean): void {
  state.pendingUtterances = state.pendingUtterances.filter(keeps);
}
