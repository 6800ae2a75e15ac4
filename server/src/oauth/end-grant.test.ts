import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeEvent } from '../events/index.ts';
import { good } from '../management/testing/dashboard-scene.ts';
import { basic, type OauthScene, oauthScene, type Tokens } from './testing/oauth-scene.ts';

describe('a partner that ends its own grant', () => {
  let scene: OauthScene;
  let accountId: string;
  let tokens: Tokens;
  beforeAll(async () => {
    scene = await oauthScene();
    ({ accountId } = scene.ours);
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    tokens = await scene.tokens();
  });

  type Client = { readonly id: string; readonly secret: string };
  const end = (client: Client | null, account = accountId) =>
    scene.test.send({
      method: 'DELETE',
      url: `/oauth/grants/${account}`,
      headers: client === null ? {} : { authorization: basic(client) },
    });
  const isAlive = async () => (await scene.avatars(tokens.access_token)).status === 200;
  const deliveries = async (table: 'deliveries' | 'finished_deliveries') => {
    const rows = await scene.sql<{ name: string }[]>`
      select event_name as name from ${scene.sql(table)} join webhooks on webhooks.id = webhook_id
      where partner_id = ${scene.partner.id}`;
    return rows.map(({ name }) => name);
  };
  const auditEntries = () => scene.sql`
    select who, target_id as "partnerId", details from audit_log
    where account_id = ${accountId} and action = 'grants.end'`;

  it('[OA28] ends its tokens, discards what waits, gets no event, and the account sees who did it', async () => {
    const source = { accountId, avatarId: scene.ours.avatarId, sessionId: null, sequence: null };
    const details = { avatar_id: String(scene.ours.avatarId), error: 'x', timestamp: scene.test.clock.now() };
    await scene.test.app.webhookServices.outbox.write([makeEvent(source, 'agent:error', details)]);
    expect(await deliveries('deliveries')).toEqual(['agent:error']);
    const answer = await end(scene.partner);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
      body: { account_id: accountId, ended_at: expect.any(Number) },
    });
    expect(await isAlive()).toBe(false);
    expect(await scene.refresh(scene.partner, tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'The account no longer allows this access.' },
    });
    expect(await deliveries('deliveries')).toEqual([]);
    expect(await deliveries('finished_deliveries')).toEqual(['agent:error']);
    expect(await auditEntries()).toEqual([
      {
        who: `partner Planner (${scene.partner.id})`,
        partnerId: scene.partner.id,
        details: expect.objectContaining({ discarded: 1 }),
      },
    ]);
    const owner = await scene.enter(scene.owner.email);
    const { items } = await good<{ items: object[] }>(
      scene.ask(owner, 'grants.list', { parts: { account: accountId } }),
    );
    expect(items[0]).toMatchObject({
      endedBy: 'partner',
      withdrawnAt: (answer.body as { ended_at: number }).ended_at,
    });
    expect((await end(scene.partner)).body).toEqual(answer.body);
    expect(await auditEntries()).toHaveLength(1);
  });

  it('[OA28] race: of two requests at the same instant, one ends it and both get the same answer', async () => {
    const before = (await auditEntries()).length;
    const [first, second] = await Promise.all([end(scene.partner), end(scene.partner)]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await auditEntries()).toHaveLength(before + 1);
  });

  it('[OA28] cannot end the grant of another partner, and learns nothing about accounts', async () => {
    const other = await scene.makePartner('Other');
    const foreign = await end(other);
    expect(foreign).toMatchObject({ status: 404, body: { error: 'not_found' } });
    for (const account of [scene.theirs.accountId, 'acc_unknown', '%00', encodeURIComponent('a/../b')])
      expect(await end(other, account)).toMatchObject({ status: 404, body: foreign.body });
    expect(await isAlive()).toBe(true);
  });

  it('[OA22] [OA28] has to authenticate with its client secret', async () => {
    const { id, webhookSecret } = scene.partner;
    const wrong = [
      null,
      { id, secret: randomUUID() },
      { id, secret: webhookSecret },
      { id: 'cli_x', secret: 'x' },
    ];
    for (const client of wrong) {
      const answer = await end(client);
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
    }
    const bearer = { authorization: `Bearer ${tokens.access_token}` };
    const url = `/oauth/grants/${accountId}`;
    expect(await scene.test.send({ method: 'DELETE', url, headers: bearer })).toMatchObject({ status: 401 });
    expect(await isAlive()).toBe(true);
  });

  it('[OA28] can be allowed again, with new tokens', async () => {
    await end(scene.partner);
    const again = await scene.tokens();
    expect((await scene.avatars(again.access_token)).status).toBe(200);
    expect(await isAlive()).toBe(false);
  });
});
