import type {
  Attempt,
  Delivery,
  Grant,
  Partner,
  PartnerDelivery,
  PartnerGrant,
  PartnerWithSecrets,
} from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allow } from '../../partners/testing/partner-things.ts';
import { testOperatorToken } from '../../testing/app/index.ts';
import {
  type DashboardScene,
  dashboardScene,
  good,
  type Person,
  type Things,
} from '../testing/dashboard-scene.ts';

type Side = Things & { owner: Person; memberPerson: Person };
type Page<T> = { items: T[]; next: string | null };

const operator = { token: testOperatorToken };
const newPartner = {
  name: 'Acme',
  redirectUris: ['https://acme.example.com/back'],
  webhookUrl: 'http://127.0.0.1:9/acme',
};

describe('calls about partners', () => {
  let scene: DashboardScene;
  let ours: Side;
  let theirs: Side;
  beforeAll(async () => {
    scene = await dashboardScene();
    ours = await scene.makeThings('ours');
    theirs = await scene.makeThings('theirs');
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const create = (headers = {}) =>
    good<PartnerWithSecrets>(scene.ask(operator, 'partners.create', { body: newPartner, headers }));
  const get = (partner: string) => good<Partner>(scene.ask(operator, 'partners.get', { parts: { partner } }));
  const grantsOf = (who: Person, { accountId }: Things) =>
    good<Page<Grant>>(scene.ask(who, 'grants.list', { parts: { account: accountId } }));
  const withdraw = (who: Person | typeof operator, { accountId }: Things, grant: string) =>
    scene.ask(who, 'grants.withdraw', { parts: { account: accountId, grant } });

  describe('the secrets of a partner', () => {
    it('are in the answer to its creation, and in no other answer', async () => {
      const { id, clientSecret, webhookSecret } = await create();
      const parts = { partner: id };
      const answers = [
        await scene.ask(operator, 'partners.get', { parts }),
        await scene.ask(operator, 'partners.list'),
        await scene.ask(operator, 'partners.update', { parts, body: { name: 'Other' } }),
        await scene.ask(operator, 'partners.pause', { parts }),
        await scene.ask(operator, 'partners.enable', { parts }),
        await scene.ask(operator, 'partners.grants', { parts }),
        await scene.ask(operator, 'partners.rotate', { parts }),
        await scene.ask(operator, 'partners.delete', { parts }),
      ];
      for (const { status, text } of answers) {
        expect(status).toBe(200);
        expect(text).not.toContain(clientSecret);
        expect(text).not.toContain(webhookSecret);
        expect(text).not.toContain('secretHash');
      }
    });

    it('are the same in the answer to a repeated creation with the same key', async () => {
      const headers = { 'idempotency-key': 'make-acme-once' };
      const first = await create(headers);
      expect(await create(headers)).toEqual(first);
      const stored = await scene.sql<{ text: string }[]>`select t::text as text from idempotency_keys t`;
      expect(JSON.stringify(stored)).not.toContain(first.clientSecret);
    });
  });

  it('a dry run of a creation makes no partner', async () => {
    const count = async () => (await scene.sql`select from partners`).length;
    const before = await count();
    const answer = await scene.ask(operator, 'partners.create', {
      body: newPartner,
      query: { dryRun: true },
    });
    expect(answer.status).toBe(200);
    expect(await count()).toBe(before);
  });

  it('a paused partner says why in a sentence', async () => {
    const { webhook } = await get(ours.pausedPartner);
    expect(webhook).toMatchObject({ state: 'paused', pauseReason: 'A person paused it.' });
  });

  it('the webhook of a partner is no webhook of any account', async () => {
    const { webhook } = await get(ours.partner);
    const parts = { account: ours.accountId, webhook: webhook.id };
    for (const name of ['webhooks.get', 'webhooks.rotate', 'webhooks.pause', 'webhooks.test'] as const) {
      const answer = await scene.ask(ours.owner, name, {
        parts,
        body: name === 'webhooks.rotate' ? { overlapSeconds: 0 } : undefined,
      });
      expect([name, answer.status]).toEqual([name, 404]);
    }
    const listed = await good<Page<{ id: string }>>(scene.ask(ours.owner, 'webhooks.list', { parts }));
    expect(listed.items.map(({ id }) => id)).not.toContain(webhook.id);
    const assigned = await scene.ask(ours.owner, 'avatars.update', {
      parts: { account: ours.accountId, avatar: ours.avatar },
      body: { webhookId: webhook.id },
    });
    expect(assigned.status).toBe(400);
  });

  it('accounts see their own grants and not those of others, nor deliveries to partners', async () => {
    await allow(scene.app, {
      partner: await scene.app.partners.get(ours.partner),
      accountId: theirs.accountId,
      ownerEmail: theirs.ownerEmail,
    });
    const { items } = await grantsOf(ours.memberPerson, ours);
    expect(items.map(({ id }) => id)).toEqual([ours.grant]);
    expect(items[0]).toMatchObject({
      partner: { id: ours.partner, name: 'Partner', host: '127.0.0.1:9' },
      scopes: ['read_avatars', 'generate_tokens'],
      avatars: null,
      conversations: true,
      withdrawnAt: null,
    });
    expect(items[0]).not.toHaveProperty('account');
    const { webhook } = await get(ours.partner);
    const account = { account: ours.accountId };
    const log = await good<Page<Delivery>>(scene.ask(ours.owner, 'deliveries.list', { parts: account }));
    expect(log.items.map((delivery) => delivery.webhook.id)).not.toContain(webhook.id);
    for (const name of ['deliveries.get', 'deliveries.replay', 'deliveries.discard'] as const) {
      const parts = { ...account, delivery: ours.partnerDelivery };
      expect((await scene.ask(ours.owner, name, { parts })).status).toBe(404);
    }
  });

  it('the operator sees the grants of a partner with their accounts', async () => {
    const parts = { partner: ours.partner };
    const page = await good<Page<PartnerGrant>>(scene.ask(operator, 'partners.grants', { parts }));
    expect(page.items).toContainEqual(
      expect.objectContaining({ id: ours.grant, account: { id: ours.accountId, name: 'ours' } }),
    );
  });

  it('the operator sees the deliveries to a partner, and replays them', async () => {
    const parts = { partner: ours.partner, delivery: ours.partnerDelivery };
    const page = (query = {}) =>
      good<Page<PartnerDelivery>>(scene.ask(operator, 'partners.deliveries', { parts, query }));
    expect((await page()).items).toMatchObject([
      { id: ours.partnerDelivery, event: 'agent:error', accountId: ours.accountId, status: 'pending' },
    ]);
    expect((await page({ status: 'delivered' })).items).toEqual([]);
    expect((await page({ event: 'agent:message' })).items).toEqual([]);
    const read = () => good<PartnerDelivery>(scene.ask(operator, 'partners.delivery', { parts }));
    expect(await read()).toMatchObject({
      payload: expect.stringContaining('a sample'),
      headers: {},
      canReplay: true,
      canDiscard: false,
    });
    // Attempts of one delivery differ in their time.
    scene.test.clock.advance(1_000);
    const replayed = await good<Attempt>(scene.ask(operator, 'partners.replay', { parts }));
    expect(replayed).toMatchObject({ kind: 'replay', passed: false, stage: 'connect' });
    const sent = { authorization: 'Bearer [hidden]', 'webhook-signature': expect.stringMatching(/^v1,/) };
    expect(await read()).toMatchObject({
      headers: sent,
      tries: expect.arrayContaining([
        expect.objectContaining({ kind: 'replay', headers: expect.objectContaining(sent) }),
      ]),
    });
    for (const name of ['partners.delivery', 'partners.replay'] as const) {
      const others = { partner: theirs.partner, delivery: ours.partnerDelivery };
      expect((await scene.ask(operator, name, { parts: others })).status).toBe(404);
      const account = { partner: ours.partner, delivery: ours.delivery };
      expect((await scene.ask(operator, name, { parts: account })).status).toBe(404);
    }
  });

  it('a withdrawal by an owner names the sign-in to the partner', async () => {
    const refused = await withdraw(ours.memberPerson, ours, ours.grant);
    expect(refused.status).toBe(403);
    expect((await withdraw(theirs.owner, theirs, ours.grant)).status).toBe(404);
    const withdrawn = await good<Grant>(withdraw(ours.owner, ours, ours.grant));
    expect(withdrawn.withdrawnAt).toEqual(expect.any(Number));
    const [event] = await scene.sql<{ body: string }[]>`
      select body from events where name = 'customer:logout' and partner_id = ${ours.partner}`;
    const [signIn] = await scene.sql<{ id: string }[]>`
      select sign_ins.id from sign_ins join people on people.id = person_id where email = ${ours.owner.email}`;
    expect(JSON.parse(event?.body ?? '{}')).toMatchObject({
      details: { client_id: ours.partner, session_id: signIn?.id },
    });
    expect((await grantsOf(ours.owner, ours)).items).toMatchObject([{ withdrawnAt: expect.any(Number) }]);
  });

  it('consent is for people: neither the operator’s token nor a key can give it', async () => {
    const key = await scene.makeProgram(ours.accountId, ['account:read', 'account:write']);
    const body = { account: ours.accountId, avatars: null };
    for (const who of [operator, key]) {
      const answer = await scene.ask(who, 'consent.allow', { parts: { uid: 'none' }, body });
      expect(answer.status).toBe(403);
    }
    expect((await scene.ask(null, 'consent.get', { parts: { uid: 'none' } })).status).toBe(401);
    expect((await scene.ask(ours.owner, 'consent.get', { parts: { uid: 'none' } })).status).toBe(404);
    const foreign = { origin: 'https://evil.example.com', headers: { 'sec-fetch-site': 'cross-site' } };
    const forged = await scene.ask(ours.owner, 'consent.allow', { parts: { uid: 'none' }, body, ...foreign });
    expect(forged.status).toBe(403);
    const bad = { ...body, avatars: ['x'] };
    expect((await scene.ask(ours.owner, 'consent.allow', { parts: { uid: 'none' }, body: bad })).status).toBe(
      400,
    );
  });
});
