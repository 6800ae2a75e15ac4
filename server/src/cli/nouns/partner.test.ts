import type { Partner } from '@parley/protocol/management';
import { createManagementClient } from '@parley/protocol/management/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../testing/index.ts';
import { commandLine } from '../testing/command-line.ts';

type Created = { client_id: string; client_secret: string; webhook_secret: string };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('partners from the shell', () => {
  let service: RunningService;
  let made: Created;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const { json, text, refused } = commandLine(() => service.dataDir);
  const uris = '--redirect-uri https://a.example.com/back --redirect-uri http://127.0.0.1:3000/back';
  const create = `partner create --name Acme ${uris} --webhook-url http://127.0.0.1:9/events`;

  it('partner create prints the id and both secrets, and no other command does', async () => {
    made = await json<Created>(create);
    expect(made).toStrictEqual({
      client_id: expect.stringMatching(/^cli_[a-z2-7]{24}$/),
      client_secret: expect.stringMatching(uuid),
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    const shown = await Promise.all([
      text('partner list'),
      text(`partner show ${made.client_id}`),
      text(`partner show ${made.client_id} --json`),
    ]);
    expect(shown[0]).toMatch(/^ID +NAME +STATE +WAITING +GRANTS +WEBHOOK\n/);
    expect(shown[1]).toContain('http://127.0.0.1:3000/back');
    for (const output of shown) {
      expect(output).toContain(made.client_id);
      expect(output).not.toContain(made.client_secret);
      expect(output).not.toContain(made.webhook_secret);
    }
  });

  it('partner create says in plain text that the secrets are shown once', async () => {
    const shown = await text(`${create} --no-conversations`);
    expect(shown).toMatch(/^client_id +cli_\w+\nclient_secret +\S+\nwebhook_secret +whsec_/);
    expect(shown).toContain('Copy both secrets now');
    const [newest] = await json<Partner[]>('partner list');
    expect(newest?.conversations).toBe(false);
    await text(`partner delete ${newest?.id}`);
  });

  it('partner update changes only the given fields', async () => {
    const { client_id: id } = made;
    const changed = await json<Partner>(
      `partner update ${id} --redirect-uri https://b.example.com/ --events agent:error --no-conversations`,
    );
    expect(changed).toMatchObject({
      name: 'Acme',
      redirectUris: ['https://b.example.com/'],
      conversations: false,
      webhook: { events: ['agent:error'], url: 'http://127.0.0.1:9/events' },
    });
    const back = await json<Partner>(`partner update ${id} --events all --conversations --name Bcme`);
    expect(back).toMatchObject({ name: 'Bcme', conversations: true, webhook: { events: null } });
  });

  it('partner rotate prints the new signing secret and the time until which the old one signs', async () => {
    const rotated = await json<Created & { old_secret_until: number }>(`partner rotate ${made.client_id}`);
    expect(rotated.client_id).toBe(made.client_id);
    expect(rotated.webhook_secret).toMatch(/^whsec_/);
    expect(rotated.webhook_secret).not.toBe(made.webhook_secret);
    const partner = await json<Partner>(`partner show ${made.client_id}`);
    expect(partner.webhook.oldSecretUntil).toBe(rotated.old_secret_until);
    expect(await text(`partner rotate ${made.client_id}`)).toContain('The old one also signs until 20');
  });

  it('partner pause and enable', async () => {
    const { client_id: id } = made;
    const paused = await json<Partner>(`partner pause ${id}`);
    expect(paused.webhook).toMatchObject({ state: 'paused', pauseReason: 'A person paused it.' });
    expect((await json<Partner>(`partner enable ${id}`)).webhook.state).toBe('active');
  });

  it('partner grants and delete', async () => {
    const { client_id: id } = made;
    expect(await json(`partner grants ${id}`)).toEqual([]);
    expect(await text(`partner grants ${id}`)).toBe('none\n');
    expect(await json(`partner delete ${id}`)).toEqual({ grants: 0, discarded: 0 });
    expect(await refused(`partner show ${id}`)).toBe('This partner does not exist. Check its id.');
    expect(await json('partner list')).toEqual([]);
  });

  it('says what is wrong', async () => {
    const answers = await Promise.all([
      refused('partner create --name A --webhook-url https://a.example'),
      refused('partner create --name A --webhook-url https://a.example --redirect-uri http://a.example'),
      refused('partner create --name A --webhook-url nowhere --redirect-uri https://a.example'),
      refused('partner rotate'),
      refused('partner rotate cli_nobody'),
    ]);
    expect(answers).toEqual([
      expect.stringContaining('--redirect-uri is missing'),
      expect.stringContaining('must start with https'),
      expect.stringContaining('not a complete URL'),
      expect.stringContaining('PARTNER is missing'),
      'This partner does not exist. Check its id.',
    ]);
  });

  it('is refused to management keys', async () => {
    const operator = createManagementClient({ url: service.url, token: service.operatorToken });
    const { id: account } = await operator.call('accounts.create', {
      body: { name: 'A', email: 'a@example.com' },
    });
    const { key } = await operator.call('managementKeys.create', {
      params: { account },
      body: { name: 'K', scopes: ['account:read', 'account:write'] },
    });
    const asKey = commandLine(
      () => service.dataDir,
      () => ({ PARLEY_URL: service.url, PARLEY_KEY: key }),
    );
    expect(await asKey.refused('partner list')).toContain('Only an operator');
  });
});
