import { createHash, randomBytes } from 'node:crypto';
import { CookieJar } from '../../server/src/oauth/testing/cookie-jar.ts';
import type { RunningService } from '../../server/src/testing/index.ts';
import { signInLink } from './dashboard.ts';
import { operatorOf } from './operator.ts';

/** A new partner, to which the first account of the service allows everything, as with a browser. */
export async function allowPartner(service: RunningService, webhookUrl: string) {
  const operator = operatorOf(service);
  const redirectUri = 'http://localhost:9/back';
  const partner = await operator.call('partners.create', {
    body: { name: 'Helpdesk', redirectUris: [redirectUri], webhookUrl },
  });
  const link = await signInLink(service, 'owner@localhost');
  const jar = new CookieJar();
  const request = async (path: string, body?: object): Promise<Response> => {
    const { pathname } = new URL(path, link);
    const answer = await fetch(new URL(path, link), {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        origin: link.origin,
        accept: 'text/html',
        cookie: jar.headerFor(pathname) ?? '',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
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
    code_challenge: createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const asked = await request(`/oauth/authorize?${query}`);
  const uid = asked.headers.get('location')?.split('/').at(-1) ?? '';
  const answer = await request(`/v1/me/consents/${uid}/allow`, {
    account: await operator.account(),
    avatars: null,
  });
  if (!answer.ok) throw new Error(`not allowed: ${await answer.text()}`);
  return { clientId: partner.id, webhookSecret: partner.webhookSecret, issuer: link.origin };
}
