import type { SessionDetail } from '@parley/protocol/management';
import type { AvatarLine, Line, VisitorLine } from './live-view.ts';

type Transcript = SessionDetail['transcript'];

/** Puts what was said before this page was opened, or while it heard nothing, before and between the lines. */
export function addTranscript(lines: readonly Line[], transcript: Transcript): readonly Line[] {
  const known = new Set(lines.map((line) => (line.kind === 'note' ? null : line.message)));
  const missing = transcript
    .map((entry, index) => lineOf(entry, index + 1))
    .filter(({ message }) => !known.has(message));
  return [...missing, ...lines].sort(byTime);
}

const byTime = (one: Line, other: Line): number => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0);

function lineOf(entry: Transcript[number], message: number): VisitorLine | AvatarLine {
  const base = { key: `transcript ${message}`, at: entry.timestamp, text: entry.message, message };
  if (entry.speaker === 'user') return { kind: 'visitor', ...base };
  return {
    kind: 'avatar',
    ...base,
    by: entry.source ?? 'brain',
    person: entry.person ?? null,
    progress: 'said',
    interrupted: entry.interrupted === true,
    utterance: null,
    isWhole: true,
  };
}
