import type { AvatarStatus, ServerFrame } from '@parley/protocol';
import {
  type CurrentUtterance,
  isAnswer,
  type SpeechItem,
  type Utterance,
  type UtteranceKind,
} from './utterance.ts';

/** A question for the brain. */
export type Turn = {
  readonly number: number;
  /** As the brain receives it. */
  readonly message: string;
  /** What the visitor heard of the reply that they interrupted; null if they interrupted none. */
  readonly heard: string | null;
};

/**
 * How far the page is. `open`: the visitor has started the conversation, so the avatar may speak. `reloading`: the page
 * of an open conversation loads its face again.
 */
export type Stage = 'unloaded' | 'loaded' | 'open' | 'reloading';

export type AttachedClient = {
  readonly microphoneOpen: boolean;
  /** Whether the client plays sound. Otherwise the visitor reads what the avatar says. */
  readonly wantsSound: boolean;
  /** Whether the visitor speaks or the microphone is open. */
  readonly listening: boolean;
  readonly speaking: CurrentUtterance | null;
};

export type Conversation = {
  readonly stage: Stage;
  readonly client: AttachedClient | null;
  /** The question that the brain is answering, and those behind it. */
  readonly questions: readonly Turn[];
  /** The utterances that follow the current one, in this order. */
  readonly pendingUtterances: readonly Utterance[];
  readonly lastTurn: number;
  readonly lastUtterance: number;
  /** What the session began in, a tag or the page has set, or a sentence has told; null if nothing has. */
  readonly language: string | null;
  /** What was heard of the last interrupted reply. The next question carries it. */
  readonly heard: string | null;
};

export type ConversationInput =
  | { readonly kind: 'attached' }
  | { readonly kind: 'detached' }
  | { readonly kind: 'loaded'; readonly progress: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'microphone'; readonly open: boolean }
  /** The visitor began or stopped speaking or typing. */
  | { readonly kind: 'speech'; readonly active: boolean }
  | {
      readonly kind: 'ask';
      readonly message: string;
      /** False for a message of custom tags alone: it interrupts nothing. */
      readonly hasWords: boolean;
      readonly heard: ClaimedHeard;
    }
  /** The next part of an answer. */
  | {
      readonly kind: 'reply';
      readonly turn: number;
      readonly items: readonly SpeechItem[];
      readonly complete: boolean;
    }
  | {
      readonly kind: 'announce';
      readonly as: UtteranceKind;
      readonly items: readonly SpeechItem[];
      readonly interrupt: boolean;
      /** The turn it belongs to, or the next number if it is a turn of its own. */
      readonly turn: number;
    }
  | {
      readonly kind: 'played';
      readonly utterance: number;
      readonly sentences: number;
      readonly done: boolean;
    }
  /** The client wants sound from now on, or no longer. */
  | { readonly kind: 'sound-wanted'; readonly wanted: boolean }
  /** The first sound of an utterance was sent, or its voice gave none. */
  | { readonly kind: 'audible'; readonly utterance: number }
  /** The page sets the language of what the avatar says from now on. */
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'interrupt'; readonly heard: ClaimedHeard };

/** The text that the visitor heard, according to the client. */
export type ClaimedHeard = { readonly utterance: number; readonly text: string } | null;

export type ConversationEffect =
  | { readonly kind: 'ask'; readonly turn: Turn }
  | { readonly kind: 'abandon'; readonly turn: number }
  | { readonly kind: 'send'; readonly frame: ServerFrame }
  /** Something was said, whole or in part. It belongs in the transcript. */
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
  stage: 'unloaded',
  client: null,
  questions: [],
  pendingUtterances: [],
  lastTurn: 0,
  lastUtterance: 0,
  language: null,
  heard: null,
};

/** The status is never stored, so it cannot get stuck. */
export function statusOf({ stage, client, questions }: Conversation): AvatarStatus {
  if (stage === 'unloaded' || stage === 'reloading') return 'UNLOADED';
  if (stage === 'loaded') return 'LOADED';
  const speaking = client?.speaking ?? null;
  if (speaking?.audible) return 'TALKING';
  if (questions.length > 0 || (speaking !== null && isAnswer(speaking))) return 'THINKING';
  return client?.listening ? 'LISTENING' : 'IDLE';
}

export const currentUtterance = ({ client }: Conversation): CurrentUtterance | null =>
  client?.speaking ?? null;

export const currentTurn = ({ questions }: Conversation): Turn | null => questions[0] ?? null;
