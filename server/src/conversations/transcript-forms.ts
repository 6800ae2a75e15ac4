import type { TranscriptEntry } from '@parley/protocol';

export type TranscriptHead = {
  readonly sessionId: string;
  readonly avatarName: string;
  readonly userName: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
};

const isoTime = (ms: number): string => new Date(ms).toISOString();
const marks = { page: ' (words of the page)', person: ' (words of a person)' };
const markOf = (source: TranscriptEntry['source']): string => (source === undefined ? '' : marks[source]);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A transcript in the order in which it is written, in pages. */
export type TranscriptPages = AsyncIterable<readonly TranscriptEntry[]>;

export async function* transcriptText(head: TranscriptHead, pages: TranscriptPages): AsyncGenerator<string> {
  yield `Session ${head.sessionId}, ${isoTime(head.startedAtMs)}\n\n`;
  for await (const page of pages) {
    const lines = page.map(({ speaker, message, timestamp, interrupted, source }) => {
      const name = speaker === 'user' ? head.userName : head.avatarName;
      return `[${isoTime(timestamp)}] ${oneLine(name)}: ${oneLine(message)}${interrupted ? ' (interrupted)' : ''}${markOf(source)}\n`;
    });
    yield lines.join('');
  }
}

export async function* transcriptJson(head: TranscriptHead, pages: TranscriptPages): AsyncGenerator<string> {
  const { sessionId, avatarName, userName, startedAtMs, endedAtMs } = head;
  const facts = {
    session_id: sessionId,
    avatar_name: avatarName,
    user_name: userName,
    started_at: startedAtMs,
    ended_at: endedAtMs,
  };
  yield `${JSON.stringify(facts, null, 2).slice(0, -'\n}'.length)},\n  "transcript": [`;
  let between = '\n';
  for await (const page of pages) {
    const entries = page.map((entry) => JSON.stringify(entry, null, 2).replaceAll('\n', '\n    '));
    yield `${between}    ${entries.join(',\n    ')}`;
    between = ',\n';
  }
  yield between === '\n' ? ']\n}\n' : '\n  ]\n}\n';
}

/** The pace of people reading aloud: a cue lasts until the next one, and at most as long as its words take. */
const msPerLetter = 70;
const shortestMs = 1_000;

export async function* transcriptVtt(head: TranscriptHead, pages: TranscriptPages): AsyncGenerator<string> {
  let number = 0;
  const cue = ({ speaker, message, timestamp, source }: TranscriptEntry, next?: TranscriptEntry): string => {
    number += 1;
    const from = Math.max(0, timestamp - head.startedAtMs);
    const wanted = from + Math.max(shortestMs, message.length * msPerLetter);
    const until =
      next === undefined ? wanted : Math.max(from + 1, Math.min(wanted, next.timestamp - head.startedAtMs));
    const name = oneLine(speaker === 'user' ? head.userName : head.avatarName);
    return `${number}\n${vttTime(from)} --> ${vttTime(until)}\n<v ${escaped(name)}>${escaped(oneLine(message))}${markOf(source)}\n\n`;
  };
  yield 'WEBVTT\n\n';
  let last: TranscriptEntry | undefined;
  for await (const page of pages) {
    const entries: readonly TranscriptEntry[] = last === undefined ? page : [last, ...page];
    last = entries.at(-1);
    yield entries
      .slice(0, -1)
      .map((entry, index) => cue(entry, entries[index + 1]))
      .join('');
  }
  if (last !== undefined) yield cue(last);
}

/** A line of only "-->" or with "<" would be read as markup. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function vttTime(ms: number): string {
  const part = (value: number, length: number): string => String(Math.floor(value)).padStart(length, '0');
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}

/** The forms in which a transcript can be downloaded. */
export const transcriptForms = {
  text: { make: transcriptText, type: 'text/plain; charset=utf-8', ending: 'txt' },
  json: { make: transcriptJson, type: 'application/json; charset=utf-8', ending: 'json' },
  vtt: { make: transcriptVtt, type: 'text/vtt; charset=utf-8', ending: 'vtt' },
} as const;
