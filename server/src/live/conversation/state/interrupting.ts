import type { ClaimedHeard } from './conversation.ts';
import type { Draft } from './draft.ts';
import { endQuestion } from './questions.ts';
import { stopSpeaking } from './speaking.ts';
import type { UtteranceKind } from './utterance.ts';

const answers: ReadonlySet<UtteranceKind> = new Set(['reply', 'filler']);

/** The visitor interrupts: the avatar stops, and the current question is abandoned. */
export function interrupt(draft: Draft, heard: ClaimedHeard): void {
  stopSpeaking(draft, heard);
  const { turn, state } = draft;
  if (turn === null) return;
  draft.effects.push({ kind: 'abandon', turn: turn.number });
  // The abandoned question's answer is dropped. Callbacks stay.
  state.pendingUtterances = state.pendingUtterances.filter(
    (pending) => pending.turn !== turn.number || !answers.has(pending.kind),
  );
  endQuestion(draft);
}

/** A callback interrupts: the avatar stops. A reply that is still arriving is abandoned; any other question stays. */
export function interruptForCallback(draft: Draft): void {
  const { speaking, turn } = draft;
  if (speaking?.kind === 'reply' && speaking.turn === turn?.number) interrupt(draft, null);
  else stopSpeaking(draft, null);
}
