import type { StoredPerson } from '../person/stored-person.ts';

/** What a conversation starts with, in a new session or after a restart. */
export type ConversationStart = {
  readonly lastMessage: number;
  /** How much of its limit of words the session has used. */
  readonly storedBytes: number;
  readonly lastTurn: number;
  /** How many questions the visitor has asked. */
  readonly questions: number;
  /** Registered tags, packed. */
  readonly tags: string | null;
  /** Utterances that the avatar could not say before the restart, packed. */
  readonly pendingUtterances: string | null;
  /** The person who had taken over before the restart. */
  readonly person?: StoredPerson | null;
  /** The first message of what people said that the brain has not been told. */
  readonly takeoverFrom?: number | null;
  /** Context that the page has added for a language model. */
  readonly context?: readonly string[];
  /** The language that is in force; left out: the one in which the session begins. */
  readonly language?: string | null;
  /** Whether the visitor was connected before a restart. They are not greeted again. */
  readonly greeted: boolean;
};
