import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp } from '../testing/index.ts';
import { deleteExpiredTokens } from './used-tokens.ts';

describe('used tokens', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it('[LV7] are forgotten an hour after their token has expired, not before', async () => {
    const { sql } = app.test;
    const expiry = Date.UTC(2026, 0, 1);
    await sql`insert into used_tokens (jti, expires_at) values ('old', to_timestamp(${expiry / 1000})),
      ('young', to_timestamp(${expiry / 1000 + 1}))`;
    const left = async () =>
      (await sql<{ jti: string }[]>`select jti from used_tokens`).map(({ jti }) => jti);
    expect(await deleteExpiredTokens(sql, expiry + 3_600_000)).toBe(0);
    expect(await deleteExpiredTokens(sql, expiry + 3_600_001)).toBe(1);
    expect(await left()).toEqual(['young']);
  });
});
