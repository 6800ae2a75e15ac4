import appearance from './knowledge/appearance.json' with { type: 'json' };
import commands from './knowledge/commands.json' with { type: 'json' };
import endpoint from './knowledge/endpoint.json' with { type: 'json' };
import integration from './knowledge/integration.json' with { type: 'json' };
import product from './knowledge/product.json' with { type: 'json' };
import running from './knowledge/running.json' with { type: 'json' };
import shows from './knowledge/shows.json' with { type: 'json' };
import smallTalk from './knowledge/small-talk.json' with { type: 'json' };
import visitor from './knowledge/visitor.json' with { type: 'json' };

type Askable = {
  /** Ways to ask. Questions are compared with them. */
  readonly asks: readonly string[];
  /** Politeness around a question. If there is also a question, the question counts. */
  readonly polite?: boolean;
};

/** Answers may contain facts, such as `$name` (see fill-in-facts.ts). */
export type Topic = Askable & {
  /** Completes the sentence "Ask me about …". Topics without it are not suggested. */
  readonly title?: string;
  /** The first answer, and what to say when the visitor asks again or wants to hear more. */
  readonly answers: readonly string[];
  /** The fact that the avatar asks the visitor for. */
  readonly asksFor?: string;
  /** What to say instead of `answers` if the avatar knows that fact. */
  readonly known?: readonly string[];
  /** What the endpoint posts to the callback address some seconds after the answer. */
  readonly later?: string;
  /** What the avatar asks back. After "yes" it goes on with that topic or command. */
  readonly offer?: { readonly question: string; readonly topic: string };
};

export const topics: Readonly<Record<string, Topic>> = {
  ...product,
  ...appearance,
  ...endpoint,
  ...integration,
  ...running,
  ...shows,
  ...smallTalk,
  ...visitor,
};

/** What visitors say about the conversation itself. The answer depends on what was said before. */
export type Command = keyof typeof commands;
export const isCommand = (id: string): id is Command => Object.hasOwn(commands, id);

export const askables: Readonly<Record<string, Askable>> = { ...commands, ...topics };
