import { createHash, randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions, type RunningService } from '../../server/src/testing/index.ts';
import { startCustomer } from './customer.ts';
import { signIn } from './dashboard.ts';
import { operatorOf } from './operator.ts';
import { startReceiver } from './receiver.ts';
import { visit } from './visit.ts';

/** An account in which each page of the dashboard has something to show. */
export async function seedAccount(browser: Browser, service: RunningService) {
  await using undo = new AsyncDisposableStack();
  const operator = operatorOf(service);
  const account = await operator.account();
  const customer = undo.use(await startCustomer((message) => `About ${message}: all is well.`));
  const receiver = undo.use(await startReceiver());
  const params = { account };
  const webhook = await operator.call('webhooks.create', {
    params,
    body: { name: 'Receiver', url: receiver.url },
  });
  const avatar = await operator.avatar({
    name: 'Shown',
    endpointUrl: customer.url,
    greeting: 'Welcome!',
    webhookId: webhook.id,
  });
  await operator.token(avatar);
  await operator.call('managementKeys.create', {
    params,
    body: { name: 'Deployment', scopes: ['avatars:read', 'avatars:write', 'webhooks:write'] },
  });
  const redirectUri = `${receiver.url}/back`;
  const partner = await operator.call('partners.create', {
    body: { name: 'Helpdesk', redirectUris: [redirectUri], webhookUrl: receiver.url },
  });
  const consentUrl = (home: string): string => authorizeUrl(new URL(home).origin, partner.id, redirectUri);
  await grantAccess(browser, service, consentUrl);
  await talk(browser, `${service.url}/avatar/${avatar}?micOff`);

  const { items: sessions } = await operator.call('sessions.list', { params });
  const other = undo.use(await startCustomer((message) => `About ${message}: nothing is well.`));
  const created = await waitFor(async () => {
    const body = { sessions: [sessions[0]?.id ?? ''], endpointUrl: other.url };
    return await operator.call('replays.create', { params, body }).catch(() => undefined);
  }, pollOptions);
  const replay = created?.id ?? '';
  await waitFor(async () => {
    const { endedAt } = await operator.call('replays.get', { params: { ...params, replay } });
    return endedAt ?? undefined;
  }, pollOptions);
  const query = { webhook: webhook.id };
  const { items: deliveries } = await operator.call('deliveries.list', { params, query });
  const toPartner = await waitFor(async () => {
    const { items } = await operator.call('partners.deliveries', { params: { partner: partner.id } });
    return items.find(({ event }) => event === 'connection:state-changed')?.id;
  }, pollOptions);
  const kept = undo.move();
  return {
    account,
    avatar,
    webhook: webhook.id,
    session: sessions[0]?.id ?? '',
    replay,
    delivery: deliveries.find(({ event }) => event === 'connection:state-changed')?.id ?? '',
    partner: partner.id,
    partnerDelivery: toPartner,
    /** The address at which the partner asks for access. It opens the consent page. */
    consentUrl,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

export type SeededAccount = Awaited<ReturnType<typeof seedAccount>>;

async function grantAccess(browser: Browser, service: RunningService, consentUrl: (home: string) => string) {
  await using dashboard = await signIn(browser, service);
  await dashboard.page.goto(consentUrl(dashboard.home));
  await dashboard.page.getByRole('button', { name: 'Allow' }).click();
  await dashboard.page.waitForURL(/\/back\?/);
}

async function talk(browser: Browser, url: string): Promise<void> {
  await using visited = await visit(browser, url);
  await visited.page.getByRole('button', { name: 'Start talking' }).click();
  await visited.page.getByLabel('Your message').fill('tides');
  await visited.page.keyboard.press('Enter');
  await visited.page.getByText('About tides: all is well.').first().waitFor();
  await visited.page.getByRole('button', { name: 'Hang up' }).click();
  await visited.page.getByText('The call has ended.').waitFor();
}

function authorizeUrl(origin: string, clientId: string, redirectUri: string): string {
  const challenge = createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'read_avatars generate_tokens',
    state: 'pages',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return `${origin}/oauth/authorize?${query}`;
}
