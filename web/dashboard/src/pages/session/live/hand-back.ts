import type { LiveView } from './live-view.ts';

export type HandBack = 'silence' | 'lost';

/**
 * Why the brain answers again, if the person who answered did not hand back. Without a line that tells it, they were away for
 * so long that the line is gone, too.
 */
export function handBackOf({ lines, now }: Pick<LiveView, 'lines' | 'now'>): HandBack | null {
  if (now === null || now.person !== null) return null;
  const notes = lines.flatMap((line) =>
    line.kind === 'note' && line.note.kind === 'person' ? [line.note] : [],
  );
  const why = notes.at(-1)?.why;
  if (why === 'released') return null;
  return why === 'silence' ? 'silence' : 'lost';
}
