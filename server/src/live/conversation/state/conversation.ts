import type { AvatarStatus, ServerFrame } from '@parley/protocol';
import type { Person } from '@parley/protocol/management';
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
  /** False for a message of custom tags alone: it interrupts nothing. */
  readonly hasWords: boolean;
  /** What the visitor heard of the reply that they interrupted; null if they interrupted none. */
  readonly heard: string | null;
};

/** The person who answers in place of the brain. */
export type PersonState = {
  readonly person: Person;
  /** The session is handed back after this silence of the person. */
  readonly handBackMs: number;
  readonly typing: boolean;
  /** The visitor's questions that the person has not answered. */
  readonly unanswered: readonly Turn[];
  /** The ids of the last words that the person had said, so that words which are sent again are said once. */
  readonly said: readonly string[];
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
  /** Null while the brain answers. */
  readonly person: PersonState | null;
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
      /** Only for a person's words: the id that the caller has made, and the name of the person. */
      readonly words?: { readonly id: string; readonly by: string };
    }
  | {
      readonly kind: 'take-over';
      readonly person: Person;
      readonly handBackMs: number;
      /** What the brain says and has still to say is cut. Otherwise a reply that has begun finishes first. */
      readonly cut: boolean;
    }
  | { readonly kind: 'hand-back' }
  | { readonly kind: 'typing'; readonly active: boolean }
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
  /** The brain need not answer for now. It may be asked again. */
  | { readonly kind: 'withdraw'; readonly turn: number }
  /** A person's words answer these questions. */
  | { readonly kind: 'answered'; readonly turns: readonly Turn[] }
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
  person: null,
  lastTurn: 0,
  lastUtterance: 0,
  language: null,
  heard: null,
};

/** The status is never stored, so it cannot get stuck. */
export function statusOf({ stage, client, questions, person }: Conversation): AvatarStatus {
  if (stage === 'unloaded' || stage === 'reloading') return 'UNLOADED';
  if (stage === 'loaded') return 'LOADED';
  const speaking = client?.speaking ?? null;
  if (speaking?.audible) return 'TALKING';
  const isAnswering = questions.length > 0 || person?.typing === true;
  if (isAnswering || (speaking !== null && isAnswer(speaking))) return 'THINKING';
  return client?.listening ? 'LISTENING' : 'IDLE';
}

export const currentUtterance = ({ client }: Conversation): CurrentUtterance | null =>
  client?.speaking ?? null;

export const currentTurn = ({ questions }: Conversation): Turn | null => questions[0] ?? null;
