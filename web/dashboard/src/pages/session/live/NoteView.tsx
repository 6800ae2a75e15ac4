import { Text } from '@mantine/core';
import { shortened } from '@parley/protocol';
import { clockTime, milliseconds } from '../../../components/values/format-time.ts';
import { fill, strings } from '../../../strings/index.ts';
import classes from './Live.module.css';
import type { Note } from './live-view.ts';

const text = strings.live.notes;

/** What happened beside the words: tags, events, timings, and who answers. */
export function NoteView({ at, note }: { at: number; note: Note }) {
  const { code, problem, words } = { code: '', problem: '', ...factsOf(note) };
  return (
    <li className={classes.note} data-kind={note.kind}>
      <time className="number" dateTime={new Date(at).toISOString()}>
        {clockTime(at)}
      </time>
      <span>
        {words}
        {code === '' ? null : <span className="mono"> {code}</span>}
        {problem === '' ? null : (
          <Text component="span" inherit c="var(--mantine-color-error)">
            {' '}
            {problem}
          </Text>
        )}
      </span>
    </li>
  );
}

/** Details of a page can be long. The tab with the events has all of them. */
const maxCharacters = 300;

function factsOf(note: Note): { words: string; code?: string; problem?: string } {
  switch (note.kind) {
    case 'tag':
      return { words: `${text.tag[note.from]}:`, code: tagText(note.name, note.attributes) };
    case 'event':
      return { words: `${text.event}:`, code: `${note.name} ${shortJson(note.details)}` };
    case 'turn':
      return { words: turnText(note), problem: note.problem ?? '' };
    case 'person':
      return {
        words: note.why === 'taken' ? fill(text.taken, { name: note.person?.name ?? '' }) : text[note.why],
      };
    case 'link':
      return { words: text.link[note.state] };
    case 'request':
      return { words: [text.request[note.from], note.reason].filter(Boolean).join(': ') };
    case 'held':
      return { words: `${text.held}: ${note.text}` };
  }
}

const turnText = ({ turn, outcome, firstSentenceMs, totalMs }: Extract<Note, { kind: 'turn' }>): string =>
  [
    `${fill(text.turn, { turn })}: ${outcome === 'person' ? text.byPerson : outcome}`,
    ...(firstSentenceMs === null ? [] : [fill(text.firstSentence, { time: milliseconds(firstSentenceMs) })]),
    ...(totalMs === null ? [] : [fill(text.whole, { time: milliseconds(totalMs) })]),
  ].join(', ');

const tagText = (name: string, attributes: Readonly<Record<string, string>>): string =>
  shortened(
    `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${value}"`)].join(' ')}>`,
    maxCharacters,
  );

const shortJson = (details: object): string =>
  Object.keys(details).length === 0 ? '' : shortened(JSON.stringify(details), maxCharacters);
