import type { TranscriptEntry } from '@parley/protocol';
import type { Fragment, Queries } from '../db/index.ts';

type Row = {
  readonly speaker: 'user' | 'avatar';
  readonly message: string;
  readonly interrupted: boolean;
  readonly fromPage: boolean;
  readonly at: Date;
};

/** What was said in a session; with a condition on `messages`, only a part of it. */
export async function readTranscript(
  sql: Queries,
  sessionId: string,
  condition?: Fragment,
): Promise<TranscriptEntry[]> {
  const rows = await sql<Row[]>`
    select speaker, message, interrupted, from_page as "fromPage", at from messages
    where session_id = ${sessionId} ${condition === undefined ? sql`` : sql`and ${condition}`} order by number`;
  return rows.map(({ speaker, message, interrupted, fromPage, at }) => ({
    speaker,
    message,
    timestamp: at.getTime(),
    ...(interrupted ? { interrupted: true } : {}),
    ...(fromPage ? { source: 'page' } : {}),
  }));
}
