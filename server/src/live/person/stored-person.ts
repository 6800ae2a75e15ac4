import type { Person } from '@parley/protocol/management';
import type { Conversation, PersonState, Turn } from '../conversation/state/conversation.ts';

/** A question that waits for the person, with its place in the transcript and its time. */
export type StoredQuestion = Turn & { readonly recordedAs: number | null; readonly at: number };

/** The person who has taken over, as the row of the session stores them. */
export type StoredPerson = Person &
  Pick<PersonState, 'handBackMs' | 'said'> & { readonly unanswered: readonly StoredQuestion[] };

/** Packs the person of a row when it is written. */
export class PersonWords {
  readonly #person: PersonState;
  readonly #stored: (turn: Turn) => StoredQuestion;

  constructor(person: PersonState, stored: (turn: Turn) => StoredQuestion) {
    this.#person = person;
    this.#stored = stored;
  }

  get bytes(): number {
    return this.#person.unanswered.reduce((sum, { message }) => sum + message.length, 0);
  }

  pack(): string {
    const { person, handBackMs, said } = this.#person;
    const unanswered = this.#person.unanswered.map(this.#stored);
    const stored: StoredPerson = { ...person, handBackMs, said, unanswered };
    return JSON.stringify(stored);
  }
}

/** Whether the person, or what waits for them or behind them, has changed. Then it must be stored. */
export function hasPersonChanged(before: Conversation, after: Conversation): boolean {
  if (before.person === null && after.person === null) return false;
  return (
    before.person?.person !== after.person?.person ||
    before.person?.unanswered !== after.person?.unanswered ||
    before.person?.said !== after.person?.said ||
    before.pendingUtterances !== after.pendingUtterances
  );
}

/** Puts back the person who had the conversation when its row was stored. */
export function restorePerson(conversation: Conversation, stored: StoredPerson | null): Conversation {
  if (stored === null) return conversation;
  const { id, name, handBackMs, said } = stored;
  const unanswered = stored.unanswered.map(({ number, message, hasWords, heard }) => ({
    number,
    message,
    hasWords,
    heard,
  }));
  const lastTurn = Math.max(conversation.lastTurn, ...unanswered.map(({ number }) => number));
  return {
    ...conversation,
    lastTurn,
    person: { person: { id, name }, handBackMs, said, typing: false, unanswered },
  };
}
