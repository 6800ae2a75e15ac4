import {
  type Conversation,
  type ConversationEffect,
  currentTurn,
  currentUtterance,
  type Turn,
} from './conversation.ts';
import type { CurrentUtterance } from './utterance.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A copy of the conversation that one step changes, with the step's effects. */
export class Draft {
  readonly state: Mutable<Conversation>;
  readonly effects: ConversationEffect[] = [];

  constructor(conversation: Conversation) {
    this.state = { ...conversation };
  }

  get turn(): Turn | null {
    return currentTurn(this.state);
  }

  get speaking(): CurrentUtterance | null {
    return currentUtterance(this.state);
  }

  /** Without a client the avatar cannot speak. */
  set speaking(speaking: CurrentUtterance | null) {
    const { client } = this.state;
    if (client !== null) this.state.client = { ...client, speaking };
  }
}
