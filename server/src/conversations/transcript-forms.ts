import type { TranscriptEntry } from '@parley/protocol';

export type TranscriptHead = {
  readonly sessionId: string;
  readonly avatarName: string;
  readonly userName: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
};

const isoTime = (ms: number): string => new Date(ms).toISOString();
const pageMark = (source: TranscriptEntry['source']): string =>
  source === 'page' ? ' (words of the page)' : '';
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export function transcriptText(head: TranscriptHead, transcript: readonly TranscriptEntry[]): string {
  const lines = transcript.map(({ speaker, message, timestamp, interrupted, source }) => {
    const name = speaker === 'user' ? head.userName : head.avatarName;
    return `[${isoTime(timestamp)}] ${oneLine(name)}: ${oneLine(message)}${interrupted ? ' (interrupted)' : ''}${pageMark(source)}`;
  });
  return [`Session ${head.sessionId}, ${isoTime(head.startedAtMs)}`, '', ...lines, ''].join('\n');
}

export function transcriptJson(head: TranscriptHead, transcript: readonly TranscriptEntry[]): string {
  const { sessionId, avatarName, userName, startedAtMs, endedAtMs } = head;
  return `${JSON.stringify(
    {
      session_id: sessionId,
      avatar_name: avatarName,
      user_name: userName,
      started_at: startedAtMs,
      ended_at: endedAtMs,
      transcript,
    },
    null,
    2,
  )}\n`;
}

/** The pace of people reading aloud: a cue lasts until the next one, and at most as long as its words take. */
const msPerLetter = 70;
const shortestMs = 1_000;

export function transcriptVtt(head: TranscriptHead, transcript: readonly TranscriptEntry[]): string {
  const cues = transcript.map(({ speaker, message, timestamp, source }, index) => {
    const from = Math.max(0, timestamp - head.startedAtMs);
    const next = transcript[index + 1]?.timestamp;
    const wanted = from + Math.max(shortestMs, message.length * msPerLetter);
    const until = next === undefined ? wanted : Math.max(from + 1, Math.min(wanted, next - head.startedAtMs));
    const name = oneLine(speaker === 'user' ? head.userName : head.avatarName);
    return `${index + 1}\n${vttTime(from)} --> ${vttTime(until)}\n<v ${escaped(name)}>${escaped(oneLine(message))}${pageMark(source)}`;
  });
  return `WEBVTT\n\n${cues.map((cue) => `${cue}\n\n`).join('')}`;
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
