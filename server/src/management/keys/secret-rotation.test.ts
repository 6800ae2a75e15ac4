import { rotatableSecrets, scopeNames } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryBus } from '../../bus/index.ts';
import { commandLine } from '../../cli/testing/command-line.ts';
import { loadSessionTokens } from '../../installation/index.ts';
import { createLog, createSealedBox } from '../../kernel/index.ts';
import { testOperatorToken } from '../../testing/app/index.ts';
import { type RunningService, startService } from '../../testing/index.ts';
import { createSigningKeys, createTokenChecker } from '../../tokens/index.ts';
import { type DashboardScene, dashboardScene, good } from '../testing/dashboard-scene.ts';

const operator = { token: testOperatorToken };
const box = createSealedBox([Buffer.alloc(32, 7)]);
const log = createLog('silent');
const day = 86_400_000;
/** How long a new signing key is published before it signs. */
const ahead = 10 * 60_000;

describe('rotating the secrets of the installation', () => {
  let scene: DashboardScene;
  let things: Awaited<ReturnType<DashboardScene['makeThings']>>;
  beforeAll(async () => {
    scene = await dashboardScene();
    things = await scene.makeThings('ours');
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const rotate = (secret: string, body: object = {}, query = {}) =>
    scene.ask(operator, 'secrets.rotate', { parts: { secret }, body, query });
  /** The same secrets, as another process has them. */
  const restarted = async () => {
    const { clock } = scene.test;
    const { topics } = createMemoryBus(clock);
    await using keys = await createSigningKeys({
      sql: scene.sql,
      box,
      clock,
      topics,
      log,
    });
    return keys;
  };
  const mint = async (): Promise<string> => {
    const parts = { account: things.accountId, avatar: things.avatar };
    return (await good<{ jwt: string }>(scene.ask(operator, 'avatars.token', { parts }))).jwt;
  };
  const isAccepted = async (jwt: string): Promise<boolean> => {
    const deps = { keys: await restarted(), issuer: 'https://talk.example.com', clock: scene.test.clock };
    return (await createTokenChecker(deps)(jwt, Number(things.avatar), things.accountId)).ok;
  };
  const published = async (): Promise<string[]> => {
    const { body } = await scene.test.send({ url: '/.well-known/jwks.json' });
    return (body as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };
  const keyOf = (jwt: string): string =>
    (JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

  it('signing keys: the next key is published, signs ten minutes later, and old tokens are accepted for a day more', async () => {
    const old = await mint();
    const { clock } = scene.test;
    expect(await rotate('signing-keys')).toMatchObject({
      status: 200,
      body: { secret: 'signing-keys', oldAcceptedUntil: clock.now() + ahead + day },
    });
    const publishedBefore = await published();
    expect(publishedBefore).toHaveLength(4);
    clock.advance(ahead - 1);
    const last = await mint();
    expect(keyOf(last)).toBe(keyOf(old));
    clock.advance(1);
    const fresh = await mint();
    expect(keyOf(fresh)).not.toBe(keyOf(old));
    expect(publishedBefore).toEqual(expect.arrayContaining([keyOf(fresh), keyOf(old)]));
    expect(await published()).toEqual(publishedBefore);
    expect([await isAccepted(last), await isAccepted(fresh)]).toEqual([true, true]);
    scene.test.clock.advance(day);
    expect(await published()).not.toContain(keyOf(old));
    expect((await restarted()).list().map(({ id }) => id)).not.toContain(keyOf(old));
    expect(await isAccepted(await mint())).toBe(true);
  });

  it('signing keys: a next key that has not signed yet is replaced', async () => {
    const before = await published();
    await good(rotate('signing-keys'));
    const first = (await published()).filter((id) => !before.includes(id));
    await good(rotate('signing-keys'));
    const second = (await published()).filter((id) => !before.includes(id));
    expect([first.length, second.length]).toEqual([2, 2]);
    expect(second).not.toEqual(expect.arrayContaining(first));
    expect(await published()).toEqual(expect.arrayContaining(before));
    scene.test.clock.advance(ahead);
    expect(second).toContain(keyOf(await mint()));
  });

  it('signing keys, now: the old ones are refused at once and gone', async () => {
    const old = await mint();
    expect(await rotate('signing-keys', { now: true })).toMatchObject({ body: { oldAcceptedUntil: null } });
    expect([await isAccepted(old), await isAccepted(await mint())]).toEqual([false, true]);
    expect(await published()).toHaveLength(2);
    expect(await scene.sql`select from signing_keys where id = ${keyOf(old)}`).toHaveLength(0);
  });

  it('session tokens: those of running sessions are accepted for a week, or not at all, in every process', async () => {
    const { clock, bus } = scene.test;
    // Stands for another process.
    await using other = await loadSessionTokens({ sql: scene.sql, box, clock, topics: bus.topics, log });
    const rotated = async (options?: { now: boolean }) => {
      const old = other.tokenOf('ses_a');
      await good(rotate('session-tokens', options));
      await expect.poll(() => other.tokenOf('ses_a')).not.toBe(old);
      return old;
    };
    const before = await rotated();
    expect(other.isTokenOf('ses_a', before)).toBe(true);
    expect(other.isTokenOf('ses_b', before)).toBe(false);
    expect(other.isTokenOf('ses_a', other.tokenOf('ses_a'))).toBe(true);
    expect(other.isTokenOf('ses_a', await rotated({ now: true }))).toBe(false);
    const last = await rotated();
    expect(other.isTokenOf('ses_a', last)).toBe(true);
    clock.advance(7 * day);
    expect(other.isTokenOf('ses_a', last)).toBe(false);
  });

  it('sign-in: everybody signs in again', async () => {
    const owner = await scene.enter(things.ownerEmail);
    expect((await scene.ask(owner, 'me.get')).status).toBe(200);
    await good(rotate('sign-in'));
    expect((await scene.ask(owner, 'me.get')).status).toBe(401);
    expect((await scene.ask(await scene.enter(things.ownerEmail), 'me.get')).status).toBe(200);
  });

  it('only the operator rotates, each time is in the audit log, and a dry run changes nothing', async () => {
    const owner = await scene.enter(things.ownerEmail);
    const program = await scene.makeProgram(things.accountId, scopeNames);
    const audited = () => scene.sql`
      select who, target_id as secret from audit_log where action = 'secrets.rotate' order by id`;
    const stored = () => scene.sql`
      select value from installation where name in ('sign-in-secret', 'session-token-key')
      union all select private_sealed from signing_keys order by 1`;
    const [entries, values] = [await audited(), await stored()];
    for (const secret of rotatableSecrets) {
      for (const who of [null, owner, program])
        expect((await scene.ask(who, 'secrets.rotate', { parts: { secret }, body: {} })).status).toBeOneOf([
          401, 403,
        ]);
      await good(rotate(secret, {}, { dryRun: true }));
    }
    expect((await rotate('secret-key')).status).toBe(404);
    expect([await audited(), await stored()]).toEqual([entries, values]);
    for (const secret of rotatableSecrets) await good(rotate(secret));
    expect((await audited()).slice(-3)).toEqual(
      rotatableSecrets.map((secret) => ({ who: 'operator', secret })),
    );
  });
});

describe('parley secret rotate', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());
  const parley = commandLine(() => service.dataDir);

  it('replaces each secret of a running service', async () => {
    for (const secret of rotatableSecrets)
      expect(await parley.text(`secret rotate ${secret}`)).toMatch(new RegExp(`^${secret}: replaced\\.`));
    expect(await parley.text('secret rotate signing-keys --now')).toContain(
      'What the old one signed is refused',
    );
    expect(await parley.refused('secret rotate nothing')).toContain(
      'Choose from: signing-keys, session-tokens, sign-in',
    );
  });
});
