import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../db/index.ts';
import type { SealedBox } from '../kernel/index.ts';

/** The tokens with which endpoints call back: derived from the session's id, so nothing has to be stored for them. */
export type SessionTokens = {
  tokenOf(sessionId: string): string;
  isTokenOf(sessionId: string, token: string): boolean;
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
  const digest = (sessionId: string): Buffer => createHmac('sha256', key).update(sessionId).digest();
  return {
    tokenOf: (sessionId) => digest(sessionId).toString('base64url'),
    isTokenOf(sessionId, token) {
      const given = Buffer.from(token, 'base64url');
      return given.length === 32 && timingSafeEqual(given, digest(sessionId));
    },
  };
}
