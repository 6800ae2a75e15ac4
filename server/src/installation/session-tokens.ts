import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { auditChange, type Change } from '../audit/index.ts';
import { openSharedValue, type Topics } from '../bus/index.ts';
import type { Sql } from '../db/index.ts';
import type { Clock, Log, SealedBox } from '../kernel/index.ts';
import { storeOnce } from './installation-values.ts';

/** Derived from the session's id, so nothing has to be stored for them. */
export type SessionTokens = {
  /** The token with which an endpoint calls back. */
  tokenOf(sessionId: string): string;
  isTokenOf(sessionId: string, token: string): boolean;
  pageTokensOf(sessionId: string): PageTokens;
  /** The session of a hearing token; null if the token is not ours. */
  hearingSession(token: string): string | null;
  isTranscriptTokenOf(sessionId: string, token: string): boolean;
  /** Makes a new key. Returns the time until which tokens of the old key are accepted, or null if they are not. */
  rotate(change: Change, options: { readonly now: boolean }): Promise<number | null>;
};

/** The tokens that a session's page receives. Each is valid for one purpose. */
export type PageTokens = {
  /** For sending recordings. */
  readonly hearing: string;
  /** For downloading the transcript. */
  readonly transcript: string;
};

/** In base64, as they are sealed. */
type Keys = {
  readonly current: string;
  readonly old: { readonly key: string; readonly untilMs: number } | null;
};

const row = 'session-token-key';
const sealContext = `installation:${row}`;
/** Tokens of sessions that began before a rotation stay valid for this long. */
const overlapMs = 7 * 86_400_000;

export type SessionTokensDeps = {
  readonly sql: Sql;
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly log: Log;
};

export async function loadSessionTokens(deps: SessionTokensDeps): Promise<SessionTokens & AsyncDisposable> {
  const { sql, box, clock, topics, log } = deps;
  const shared = await openSharedValue({
    topic: row,
    topics,
    read: () => loadKeys(sql, box),
    onError: (error) => log.warn({ err: error }, 'could not read the key of session tokens again'),
  });
  const digestBy = (key: string, text: string): Buffer =>
    createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest();
  const tokenOf = (text: string): string => digestBy(shared.get().current, text).toString('base64url');
  const isDigestOf = (text: string, token: string): boolean => {
    const given = Buffer.from(token, 'base64url');
    if (given.length !== 32) return false;
    const { current, old } = shared.get();
    if (timingSafeEqual(given, digestBy(current, text))) return true;
    return old !== null && clock.now() < old.untilMs && timingSafeEqual(given, digestBy(old.key, text));
  };
  // A session id contains no colon, so one kind of token is never valid as another.
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
    async rotate(change, { now }) {
      const untilMs = clock.now() + overlapMs;
      // Another process may have made a new key that this process does not know yet.
      const [stored] = await change.tx<{ value: string }[]>`
        select value from installation where name = ${row} for no key update`;
      const { current } = keysIn(box.open(stored?.value ?? '', sealContext));
      const after: Keys = { current: newKey(), old: now ? null : { key: current, untilMs } };
      await change.tx`update installation set value = ${box.seal(textOf(after), sealContext)} where name = ${row}`;
      await auditChange(change, {
        accountId: null,
        action: 'secrets.rotate',
        target: { kind: 'secret', id: 'session-tokens' },
        details: { now },
      });
      change.afterCommit(() => shared.replace(after));
      return now ? null : untilMs;
    },
    [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose](),
  };
}

const newKey = (): string => randomBytes(32).toString('base64');

/** A single key, as in every installation before its first rotation, or both keys as JSON. */
const textOf = (keys: Keys): string => (keys.old === null ? keys.current : JSON.stringify(keys));
const keysIn = (text: string): Keys =>
  text.startsWith('{') ? (JSON.parse(text) as Keys) : { current: text, old: null };

async function loadKeys(sql: Sql, box: SealedBox): Promise<Keys> {
  const sealed = await storeOnce(sql, row, box.seal(newKey(), sealContext));
  const text = box.open(sealed, sealContext);
  if (box.isStale(sealed))
    await sql`
      update installation set value = ${box.seal(text, sealContext)} where name = ${row} and value = ${sealed}`;
  return keysIn(text);
}
