import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resealColumn } from '../../db/index.ts';
import { createSealedBox, type SealedBox } from '../../kernel/index.ts';
import { type OauthScene, oauthScene, type Tokens } from '../testing/oauth-scene.ts';
import { sealedOauthItems } from './oauth-items.ts';

describe('what OAuth stores', () => {
  let scene: OauthScene;
  beforeAll(async () => {
    scene = await oauthScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const countOf = async (kind: string) =>
    (await scene.sql`select from oauth_items where kind = ${kind}`).length;
  const allTables = async (): Promise<string> => {
    const tables = await scene.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`;
    const dumps = tables.map(
      ({ name }) => scene.sql<{ row: string }[]>`select t::text as row from ${scene.sql(name)} as t`,
    );
    return (await Promise.all(dumps)).flatMap((rows) => rows.map(({ row }) => row)).join('\n');
  };

  it('[OA40] holds no code, token, state, cookie or secret in clear, in no table', async () => {
    const browser = scene.openBrowser();
    const { code, verifier } = await scene.connect(
      scene.partner,
      scene.owner,
      { state: 'a-secret-state' },
      browser,
    );
    const waiting = await scene.begin(
      browser,
      scene.authorizeUrl(scene.partner, { code_challenge: 'y'.repeat(43) }),
    );
    const tokens = (await scene.exchange(scene.partner, { code, verifier })).body as Tokens;
    const cookies = browser.jar.all.filter(({ name }) => name === 'parley.consent');
    expect(cookies).toHaveLength(2);
    const dump = await allTables();
    const { secret, webhookSecret } = scene.partner;
    const secrets = [
      code,
      verifier,
      waiting,
      tokens.access_token,
      tokens.refresh_token,
      'a-secret-state',
      secret,
      webhookSecret,
      ...cookies.map(({ value }) => value),
    ];
    for (const text of secrets) {
      expect(text).not.toBe('');
      expect(dump).not.toContain(text);
      expect(dump).not.toContain(Buffer.from(text).toString('hex'));
    }
    expect(dump).toContain(scene.partner.id);
  });

  it('opens in its own row only', async () => {
    const [first, second] = [await scene.tokens(), await scene.tokens({}, { scope: 'read_avatars' })];
    await scene.sql`
      update oauth_items set payload = (
        select payload from oauth_items as other where other.kind = 'AccessToken' and other.id_hash <> oauth_items.id_hash
        limit 1)
      where kind = 'AccessToken'`;
    for (const { access_token: token } of [first, second])
      expect(await scene.avatars(token)).toMatchObject({ status: 500, body: { error: { code: 45 } } });
    await scene.sql`delete from oauth_items`;
  });

  it('[OA41] is removed when it has expired, with its family, or with the grant', async () => {
    const kept = await scene.tokens();
    const ended = await scene.tokens();
    await scene.refresh(scene.partner, ended.refresh_token);
    await scene.refresh(scene.partner, ended.refresh_token);
    await scene.begin(
      scene.openBrowser(),
      scene.authorizeUrl(scene.partner, { code_challenge: 'y'.repeat(43) }),
    );
    expect(await countOf('Interaction')).toBe(1);
    await scene.sql`
      update oauth_items set expires_at = now() where kind in ('Interaction', 'AuthorizationCode')`;
    await scene.app.oauth.clean();
    expect(await countOf('Interaction')).toBe(0);
    expect(await countOf('AuthorizationCode')).toBe(0);
    expect([await countOf('Grant'), await countOf('AccessToken'), await countOf('RefreshToken')]).toEqual([
      1, 1, 1,
    ]);
    expect((await scene.avatars(kept.access_token)).status).toBe(200);
    await scene.sql`update grants set withdrawn_at = now()`;
    await scene.app.oauth.clean();
    expect(await scene.sql`select from oauth_items where kind <> 'RefreshToken'`).toHaveLength(0);
    await scene.sql`update oauth_items set expires_at = expires_at - interval '7 days'`;
    await scene.app.oauth.clean();
    expect(await scene.sql`select from oauth_items`).toHaveLength(0);
  });

  it('lets a family live as long as its latest refresh token, and removes used ones after a week', async () => {
    const first = await scene.tokens();
    await scene.sql`update oauth_items set expires_at = now() + interval '1 day' where kind = 'Grant'`;
    const second = (await scene.refresh(scene.partner, first.refresh_token)).body as Tokens;
    const rows = await scene.sql<{ kind: string; used: boolean; days: number }[]>`
      select kind, consumed_at is not null as used, round(extract(epoch from expires_at - now()) / 86400)::int as days
      from oauth_items where kind in ('Grant', 'RefreshToken') order by kind, used`;
    expect(rows).toEqual([
      { kind: 'Grant', used: false, days: 90 },
      { kind: 'RefreshToken', used: false, days: 90 },
      { kind: 'RefreshToken', used: true, days: 7 },
    ]);
    expect((await scene.avatars(second.access_token)).status).toBe(200);
  });

  it('is sealed again under a new key, once', async () => {
    const { access_token: token } = await scene.tokens();
    const [oldKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    const rotating = createSealedBox([newKey, oldKey]);
    const reseal = async (box: SealedBox) => (await resealColumn(scene.sql, box, sealedOauthItems)).resealed;
    expect(await reseal(rotating)).toBeGreaterThan(2);
    expect(await reseal(rotating)).toBe(0);
    // This service has only the old key.
    expect((await scene.avatars(token)).status).toBe(500);
    expect(await reseal(createSealedBox([oldKey, newKey]))).toBeGreaterThan(2);
    expect((await scene.avatars(token)).status).toBe(200);
  });
});
