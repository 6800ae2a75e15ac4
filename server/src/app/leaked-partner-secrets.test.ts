import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../events/index.ts';
import { type OauthScene, oauthScene, type TestPartner, type Tokens } from '../oauth/testing/oauth-scene.ts';
import { type Receiver, startReceiver } from '../outbound/testing/receiver.ts';
import { testOperatorToken } from '../testing/app/index.ts';
import { PlantedWords } from '../testing/index.ts';

const quiet = new Set(['debug', 'trace']);

/** Requests that OAuth refuses have a test of their own in `oauth`. */
describe('the secrets of partners', () => {
  const planted = new PlantedWords();
  let scene: OauthScene;
  let partner: TestPartner;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver((response) => response.writeHead(500).end('no'));
    scene = await oauthScene();
    partner = scene.partner;
    planted.keep('client secret', partner.secret);
    planted.keep('signing secret', partner.webhookSecret.slice('whsec_'.length));
    await operate('partners.update', { body: { webhookUrl: receiver.url } });
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  const operate = async (name: Parameters<OauthScene['ask']>[1], call: { body?: unknown } = {}) => {
    const parts = { partner: partner.id };
    const answer = await scene.ask({ token: testOperatorToken }, name, { parts, ...call });
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };
  const keepTokens = (body: unknown): Tokens => {
    const tokens = body as Tokens;
    planted.keep('access token', tokens.access_token);
    planted.keep('refresh token', tokens.refresh_token);
    return tokens;
  };
  const connect = async () => {
    const connected = await scene.connect(partner, scene.owner);
    planted.keep('code', connected.code);
    planted.keep('verifier', connected.verifier);
    return connected;
  };
  const rowsOfAllTables = async (): Promise<string[]> => {
    const tables = await scene.sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`;
    const rows: string[] = [];
    for (const { name } of tables) {
      const found = await scene.sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} as t`);
      rows.push(...found.map(({ row }) => row));
    }
    return rows;
  };
  const expectNoLeaks = async () => {
    const { logged, operate: ask } = scene.test;
    const shown = logged.filter(({ level }) => !quiet.has(level)).map((line) => JSON.stringify(line));
    expect(planted.in(shown), 'in the log').toEqual([]);
    expect(planted.in([(await ask({ url: '/metrics' })).text]), 'in the metrics').toEqual([]);
    expect(planted.in(await rowsOfAllTables()), 'in the database').toEqual([]);
  };

  it('are in no log, metric or table while all goes well', async () => {
    const tokens = keepTokens((await scene.exchange(partner, await connect())).body);
    const refreshed = keepTokens((await scene.refresh(partner, tokens.refresh_token)).body);
    expect((await scene.avatars(refreshed.access_token)).status).toBe(200);
    expect((await scene.generate(refreshed.access_token, scene.ours.avatarId)).status).toBe(200);
    const { webhookSecret } = (await operate('partners.rotate')).body as { webhookSecret: string };
    planted.keep('new signing secret', webhookSecret.slice('whsec_'.length));
    await expectNoLeaks();
  });

  it('do not appear either if a receiver fails and a grant is withdrawn', async () => {
    const { accountId, avatarId } = scene.ours;
    await connect();
    const before = receiver.requests.length;
    const details = { error: 'a sample', avatar_id: String(avatarId), timestamp: scene.test.clock.now() };
    await scene.app.webhookServices.outbox.write([
      makeEvent({ accountId, avatarId, sessionId: null, sequence: null }, 'agent:error', details),
    ]);
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(before);
    const sent = receiver.requests.at(-1);
    planted.keep('token of a delivery', sent?.headers.authorization?.slice('Bearer '.length) ?? '');
    const [grant] = await scene.app.grants.ofAccount(accountId, { after: null, limit: 1 });
    const owner = await scene.enter(scene.owner.email);
    const parts = { account: accountId, grant: grant?.id ?? '' };
    expect((await scene.ask(owner, 'grants.withdraw', { parts })).status).toBe(200);
    await operate('partners.delete');
    await expectNoLeaks();
  });

  it('would be noticed', async () => {
    const secret = planted.word('sample');
    await scene.sql`update partners set name = ${`${secret}!`} where id = ${partner.id}`;
    expect(planted.in(await rowsOfAllTables())).toEqual(['sample']);
  });
});
