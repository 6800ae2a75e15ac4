import { CookieJar } from '../../server/src/oauth/testing/cookie-jar.ts';
import type { RunningService } from '../../server/src/testing/index.ts';
import { signInLink } from './dashboard.ts';
import { operatorOf } from './operator.ts';

const redirectUri = 'http://localhost:9/back';

/** A new partner. The owner of the first account opens its consent page and allows it all avatars. */
export async function allowPartner(service: RunningService, webhookUrl: string) {
  const operator = operatorOf(service);
  const partner = await operator.call('partners.create', {
    body: { name: 'Helpdesk', redirectUris: [redirectUri], webhookUrl },
  });
  const link = await signInLink(service, 'owner@localhost');
  const jar = new CookieJar();
  const request = async (path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${link.origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        origin: link.origin,
        cookie: jar.headerFor(new URL(path, link).pathname) ?? '',
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    jar.take(answer.headers.getSetCookie());
    return answer;
  };
  await request('/v1/sign-in/link', { token: link.hash.slice(1) });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: partner.id,
    redirect_uri: redirectUri,
    state: 'state',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const page = (await request(`/oauth/authorize?${query}`)).headers.get('location') ?? '';
  const consent = { account: await operator.account(), avatars: null };
  const answer = await request(`/v1/me/consents/${page.split('/').at(-1)}/allow`, consent);
  if (!answer.ok) throw new Error(`not allowed: ${await answer.text()}`);
  return { clientId: partner.id, webhookSecret: partner.webhookSecret, serviceUrl: link.origin };
}
