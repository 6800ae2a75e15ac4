import type { AvatarStatus, ServerFrame } from '@parley/protocol';
import type { SaidItem, Utterance, UtteranceKind } from './utterance.ts';

/** A question for the brain. */
export type Turn = {
  readonly number: number;
  /** As the brain receives it. */
  readonly message: string;
  readonly heard: string | null;
};

export type Conversation = {
  readonly attached: boolean;
  readonly loading: number;
  readonly opened: boolean;
  readonly listening: boolean;
  readonly asking: Turn | null;
  readonly waiting: readonly Turn[];
  readonly speaking: Utterance | null;
  readonly toSay: readonly Utterance[];
  readonly lastTurn: number;
  readonly lastUtterance: number;
  /** What was heard of the reply that was cut short last; the next question takes it along. */
  readonly heard: string | null;
};

export type ConversationInput =
  | { readonly kind: 'attached' }
  | { readonly kind: 'detached' }
  | { readonly kind: 'loaded'; readonly progress: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'listening'; readonly active: boolean }
  | {
      readonly kind: 'ask';
      readonly message: string;
      readonly words: boolean;
      readonly heard: ClaimedHeard;
    }
  /** What came of the answer, and whether that was all of it. */
  | {
      readonly kind: 'reply';
      readonly turn: number;
      readonly items: readonly SaidItem[];
      readonly complete: boolean;
    }
  | {
      readonly kind: 'announce';
      readonly as: UtteranceKind;
      readonly items: readonly SaidItem[];
      readonly interrupt: boolean;
      /** The turn it belongs to, or the next number where it is a turn of its own. */
      readonly turn: number;
    }
  | {
      readonly kind: 'played';
      readonly utterance: number;
      readonly sentences: number;
      readonly done: boolean;
    }
  | { readonly kind: 'interrupt'; readonly heard: ClaimedHeard };

export type ClaimedHeard = { readonly utterance: number; readonly text: string } | null;

export type ConversationEffect =
  | { readonly kind: 'ask'; readonly turn: Turn }
  | { readonly kind: 'abandon'; readonly turn: number }
  | { readonly kind: 'send'; readonly frame: ServerFrame }
  /** Something was said, whole or cut short: for the record. */
  | {
      readonly kind: 'said';
      readonly utterance: Utterance;
      readonly text: string;
      readonly interrupted: boolean;
    };

export type ConversationStep = {
  readonly conversation: Conversation;
  readonly effects: readonly ConversationEffect[];
};

export const newConversation: Conversation = {
  attached: false,
  loading: 0,
  opened: false,
  listening: false,
  asking: null,
  waiting: [],
  speaking: null,
  toSay: [],
  lastTurn: 0,
  lastUtterance: 0,
  heard: null,
};

/** The status is never stored, so it cannot get stuck. */
export function statusOf({ loading, opened, speaking, asking, listening }: Conversation): AvatarStatus {
  if (loading < 1) return 'UNLOADED';
  if (!opened) return 'LOADED';
  if (speaking !== null) return 'TALKING';
  if (asking !== null) return 'THINKING';
  return listening ? 'LISTENING' : 'IDLE';
}
