import type { LiveEvents } from '@parley/client';

/** Prints a conversation. */
export type Printer = {
  user(text: string): void;
  /** One sentence, when it arrives. */
  sentence(text: string): void;
  /** A whole utterance, when it is over. */
  said(text: string, interrupted: boolean): void;
  tag(tag: LiveEvents['tag']): void;
  service(event: string, details?: Readonly<Record<string, unknown>>): void;
};

type Print = (line: string) => void;

/** For programs: one line of JSON per event. */
export function jsonPrinter(print: Print, sessionId: () => string | null): Printer {
  const line = (from: 'user' | 'avatar' | 'service', what: Readonly<Record<string, unknown>>) =>
    print(JSON.stringify({ at: new Date().toISOString(), from, ...what, session_id: sessionId() }));
  return {
    user: (text) => line('user', { text }),
    sentence: () => {},
    said: (text, interrupted) => line('avatar', { text, ...(interrupted ? { interrupted } : {}) }),
    tag: ({ name, event, json, attributes }) =>
      line('avatar', { event: 'tag', tag: name, dom_event: event, json, attributes }),
    service: (event, details) => line('service', { event, ...details }),
  };
}

/** For people. */
export function plainPrinter(print: Print, avatarName: () => string, echoesUser: boolean): Printer {
  return {
    user: (text) => {
      if (echoesUser) print(`You: ${text}`);
    },
    sentence: (text) => print(`${avatarName()}: ${text}`),
    said: (_, interrupted) => {
      if (interrupted) print('(interrupted)');
    },
    tag: ({ name, json, attributes }) => print(`<${name}> ${JSON.stringify(json ?? attributes)}`),
    service: (event, details = {}) => {
      const text = serviceText(event, details);
      if (text !== null) print(`(${text})`);
    },
  };
}

function serviceText(event: string, details: Readonly<Record<string, unknown>>): string | null {
  switch (event) {
    case 'connected':
      return details.resumed === true ? 'connected again' : 'connected';
    case 'disconnected':
      return 'lost the connection, reconnecting…';
    case 'end':
      return `the session has ended: ${String(details.reason)}`;
    case 'person':
      return details.answering === true ? 'a person is answering' : 'the avatar is answering again';
    case 'failed':
      return `no answer: ${String(details.problem)}`;
    case 'waiting':
      return 'still waiting for the answer…';
    case 'error':
      return `refused: ${String(details.message)}`;
    case 'agent:error':
      return `the avatar failed: ${String((details.details as { error?: unknown } | undefined)?.error)}`;
    default:
      return null;
  }
}
