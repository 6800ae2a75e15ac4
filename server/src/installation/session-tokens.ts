import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../db/index.ts';
import type { SealedBox } from '../kernel/index.ts';

/** Derived from the session's id, so nothing has to be stored for them. */
export type SessionTokens = {
  /** With which endpoints call back. */
  tokenOf(sessionId: string): string;
  isTokenOf(sessionId: string, token: string): boolean;
  pageTokensOf(sessionId: string): PageTokens;
  /** The session that a hearing token is of; null where it is none of ours. */
  hearingSession(token: string): string | null;
  isTranscriptTokenOf(sessionId: string, token: string): boolean;
};

/** What the page of a session is given. Each token is good for one purpose. */
export type PageTokens = {
  /** For sending recordings. */
  readonly hearing: string;
  /** For downloading the transcript. */
  readonly transcript: string;
};

const place = 'installation:session-token-key';

export async function loadSessionTokens(sql: Sql, box: SealedBox): Promise<SessionTokens> {
  await sql`
    insert into installation (name, value)
    values ('session-token-key', ${box.seal(randomBytes(32).toString('base64'), place)})
    on conflict (name) do nothing`;
  const [row] = await sql<
    { value: string }[]
  >`select value from installation where name = 'session-token-key'`;
  const sealed = row?.value ?? '';
  const secret = box.open(sealed, place);
  if (box.isStale(sealed)) {
    await sql`update installation set value = ${box.seal(secret, place)} where name = 'session-token-key'`;
  }
  const key = Buffer.from(secret, 'base64');
  const digest = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const tokenOf = (text: string): string => digest(text).toString('base64url');
  const isDigestOf = (text: string, token: string): boolean => {
    const given = Buffer.from(token, 'base64url');
    return given.length === 32 && timingSafeEqual(given, digest(text));
  };
  // No session's id has a colon in it, so one kind of token is never another.
  const hearing = (sessionId: string): string => `hearing:${sessionId}`;
  const transcript = (sessionId: string): string => `transcript:${sessionId}`;
  return {
    tokenOf,
    isTokenOf: isDigestOf,
    pageTokensOf: (sessionId) => ({
      hearing: `${sessionId}.${tokenOf(hearing(sessionId))}`,
      transcript: tokenOf(transcript(sessionId)),
    }),
    hearingSession(token) {
      const [sessionId = '', proof = '', ...more] = token.split('.');
      return more.length === 0 && isDigestOf(hearing(sessionId), proof) ? sessionId : null;
    },
    isTranscriptTokenOf: (sessionId, token) => isDigestOf(transcript(sessionId), token),
  };
}
