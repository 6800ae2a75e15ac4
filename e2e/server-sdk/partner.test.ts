import { createPartnerReceiver, type WebhookEvent } from '@parley/server/partners';
import { expect, it } from 'vitest';
import { CookieJar } from '../../server/src/oauth/testing/cookie-jar.ts';
import { type RunningService, startService } from '../../server/src/testing/index.ts';
import { signInLink } from '../testing/dashboard.ts';
import { startVisitor } from '../testing/integration/visitor.ts';
import { serveHandler } from '../testing/integration/web-server.ts';
import { operatorOf } from '../testing/operator.ts';

const redirectUri = 'http://localhost:9/back';

/** The owner of the first account opens the consent page of the partner and allows it all avatars. */
async function allow(service: RunningService, clientId: string): Promise<void> {
  const link = await signInLink(service, 'owner@localhost');
  const jar = new CookieJar();
  const request = async (path: string, body?: object) => {
    const answer = await fetch(`${link.origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        cookie: jar.headerFor(new URL(path, link.origin).pathname) ?? '',
        origin: link.origin,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    jar.take(answer.headers.getSetCookie());
    return answer;
  };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    state: 'state-1',
  });
  const page = (await request(`/oauth/authorize?${query}`)).headers.get('location') ?? '';
  await request('/v1/sign-in/link', { token: link.hash.slice(1) });
  const consent = { account: await operatorOf(service).account(), avatars: null };
  const allowed = await request(`/v1/me/consents/${page.split('/').at(-1)}/allow`, consent);
  expect(allowed.status).toBe(200);
}

it('a partner’s receiver verifies both proofs of a real delivery', async () => {
  await using service = await startService();
  const operator = operatorOf(service);
  const events: WebhookEvent[] = [];
  const onEvent = (event: WebhookEvent) => events.push(event);
  let receive = async (_request: Request): Promise<Response> => new Response(null, { status: 503 });
  await using hook = await serveHandler((request) => receive(request));
  const body = { name: 'Helpdesk', redirectUris: [redirectUri], webhookUrl: hook.url };
  const partner = await operator.call('partners.create', { body });
  const { origin: serviceUrl } = await signInLink(service, 'owner@localhost');
  const secret = partner.webhookSecret;
  receive = createPartnerReceiver({ serviceUrl, clientId: partner.id, secret, onEvent });
  await allow(service, partner.id);

  const avatarId = await operator.avatar({ name: 'Shared' });
  const visit = async () => {
    await using visitor = await startVisitor(service, avatarId);
    await visitor.client.hangUp();
    return visitor.sessionId;
  };
  await visit();
  const states = () => new Set(events.map(({ details }) => 'state' in details && details.state));
  await expect.poll(states).toEqual(new Set(['connecting', 'connected', 'disconnected']));
  expect(events.every(({ details }) => 'avatar_id' in details && details.avatar_id === avatarId)).toBe(true);
  expect(new Set(hook.statuses)).toEqual(new Set([204]));

  // For a partner with another id the signature is right and the token is not.
  receive = createPartnerReceiver({ serviceUrl, clientId: 'cli_other', secret, onEvent });
  const refused = await visit();
  await expect.poll(() => hook.statuses).toContain(401);
  expect(JSON.stringify(events)).not.toContain(refused);
});
