import type { WatchAnswer, WatchEntry } from '@parley/protocol/management';

type Of<K extends WatchEntry['kind']> = Extract<WatchEntry, { kind: K }>;
type Writers = { readonly [K in WatchEntry['kind']]: (entry: Of<K>) => string | null };

const speakers = {
  brain: 'Avatar',
  person: 'Avatar (words of a person)',
  page: 'Avatar (words of the page)',
  callback: 'Avatar (callback)',
  service: 'Avatar',
} as const;
const handBackTexts = {
  taken: 'handed back',
  released: 'handed back',
  silence: 'handed back, because the person was silent for too long',
  lost: 'handed back, because the connection of the person was lost',
} as const;
const links = {
  connected: 'the visitor is connected',
  dropped: 'the visitor has lost the connection',
  ended: null,
} as const;

/** What happened, as a line for people. Null: nothing that a reader needs. */
const writers: Writers = {
  // The question follows.
  heard: () => null,
  question: ({ text }) => `Visitor: ${text}`,
  sentence: ({ text, by }) => `${speakers[by]}: ${text}`,
  said: ({ interrupted }) => (interrupted ? '(interrupted)' : null),
  status: () => null,
  tag: ({ name, attributes, from }) =>
    `<${name}> ${JSON.stringify(attributes)}${from === 'page' ? ' (from the page)' : ''}`,
  event: ({ name, details }) => `(event of the page: ${name} ${JSON.stringify(details)})`,
  turn: ({ problem, firstSentenceMs, totalMs }) => {
    if (problem !== null) return `(no answer: ${problem})`;
    return firstSentenceMs === null
      ? null
      : `(first sentence after ${firstSentenceMs} ms, ${totalMs} ms in all)`;
  },
  person: ({ person, why }) =>
    person === null ? `(${handBackTexts[why]})` : `(${person.name} has taken over)`,
  typing: () => null,
  link: ({ state }) => (links[state] === null ? null : `(${links[state]})`),
  request: ({ reason, from }) => `(the ${from} asks for a person${reason === '' ? '' : `: ${reason}`})`,
  held: ({ text }) => `(a callback waits until the session is handed back: ${text})`,
};

export const entryText = (entry: WatchEntry): string | null =>
  (writers[entry.kind] as (entry: WatchEntry) => string | null)(entry);

export const nowText = ({ person, connected }: WatchAnswer['now']): string => {
  const who = person === null ? 'the brain answers' : `${person.name} answers`;
  return `(${who}${connected ? '' : ', the visitor is not connected'})`;
};
