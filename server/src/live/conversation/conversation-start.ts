/** What a conversation starts with, in a new session or in one from before a restart. */
export type ConversationStart = {
  readonly lastMessage: number;
  readonly lastTurn: number;
  /** How many questions the visitor has asked. */
  readonly questions: number;
  /** Registered tags, packed. */
  readonly tags: string | null;
  /** What the avatar could not say before the restart, packed. */
  readonly pendingUtterances: string | null;
  /** What the page has added for a language model. */
  readonly context?: readonly string[];
  /** Whether the visitor has been here before a restart: they are not greeted again. */
  readonly greeted: boolean;
};
