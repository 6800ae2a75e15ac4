/**
 * A sample partner application: another company's server that connects to an account of a Parley service.
 * README.md has the commands. It keeps one connection in memory; a real application stores one for each `account_id`.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oauth from 'openid-client';
import { Webhook } from 'standardwebhooks';

type Secrets = { client_id: string; client_secret: string; webhook_secret: string };
type Avatar = { id: string; name: string };
type Tokens = { account: string; access: string; refresh: string; scope: string; expiresAt: number };
type ReceivedEvent = { id: string; name: string; details: unknown; at: Date; keyId: string };

const [secretsFile = 'data/partner.json'] = process.argv.slice(2);
const secrets = JSON.parse(readFileSync(secretsFile, 'utf8')) as Secrets;
const service = new URL(process.env.PARLEY_URL ?? 'http://localhost:8080');
const port = Number(process.env.PARTNER_PORT ?? 3000);
const redirectUri = `http://localhost:${port}/callback`;

const config = await oauth.discovery(
  service,
  secrets.client_id,
  undefined,
  oauth.ClientSecretBasic(secrets.client_secret),
  // Plain http is for a service on this machine only.
  { algorithm: 'oauth2', execute: service.protocol === 'http:' ? [oauth.allowInsecureRequests] : [] },
);
const { issuer } = config.serverMetadata();

let tokens: Tokens | undefined;
let avatars: readonly Avatar[] = [];
let message = '';
const events: ReceivedEvent[] = [];

// 1. Connect: send the person to the service, with a state and a PKCE challenge.

/** The PKCE verifier of each pending authorization request, by its state. */
const verifiers = new Map<string, string>();

async function connect(response: ServerResponse): Promise<void> {
  const state = oauth.randomState();
  const verifier = oauth.randomPKCECodeVerifier();
  verifiers.set(state, verifier);
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'read_avatars generate_tokens',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  // The cookie ties the state to this browser. Otherwise an attacker could send a link that connects their own account here.
  redirect(response, url.href, {
    'set-cookie': `partner_state=${state}; Path=/callback; HttpOnly; SameSite=Lax`,
  });
}

/** 2. The person comes back with a code, or with an error. */
async function callback(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const state = /(?:^|; )partner_state=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const pkceCodeVerifier = verifiers.get(state);
  verifiers.delete(state);
  if (pkceCodeVerifier === undefined) {
    message = 'This browser has not asked for a connection. Connect again.';
  } else {
    try {
      const url = new URL(request.url ?? '/', redirectUri);
      keep(await oauth.authorizationCodeGrant(config, url, { pkceCodeVerifier, expectedState: state }));
      await loadAvatars();
      message = 'Connected.';
    } catch (error) {
      const isRefused = error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied';
      message = isRefused ? 'The connection was refused.' : `The connection failed: ${String(error)}`;
    }
  }
  redirect(response, '/');
}

// 3. Use the access token. It lives for an hour; the refresh token gets the next one.

function keep(answer: oauth.TokenEndpointResponse): void {
  const { access_token: access, refresh_token: refresh = '', scope = '', expires_in: seconds = 0 } = answer;
  // It names the account for good: in every token answer, in `customer:logout`, and to end the access.
  const account = String(answer.account_id);
  tokens = { account, access, refresh, scope, expiresAt: Date.now() + seconds * 1000 };
}

let refreshing: Promise<void> | undefined;

/** One refresh at a time: a refresh token works once, and its second use ends the connection. */
function refresh(): Promise<void> {
  refreshing ??= refreshNow().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refreshNow(): Promise<void> {
  try {
    keep(await oauth.refreshTokenGrant(config, tokens?.refresh ?? ''));
    message = 'Refreshed: there is a new access token and a new refresh token.';
  } catch (error) {
    if (!(error instanceof oauth.ResponseBodyError) || error.error !== 'invalid_grant') throw error;
    // The description says why: here, that the account no longer allows the access.
    console.log('The refresh token was refused:', error.error_description);
    forget('An owner has withdrawn the access.');
  }
}

function forget(reason: string): void {
  tokens = undefined;
  avatars = [];
  message = reason;
}

/** Calls the API for the account. Returns undefined if the account no longer allows it. */
async function callApi<Answer>(path: string, body?: object): Promise<Answer | undefined> {
  const send = async (): Promise<Response> =>
    fetch(new URL(path, service), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${tokens?.access}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  if (tokens === undefined) return undefined;
  if (tokens.expiresAt < Date.now()) await refresh();
  let answer = await send();
  if (answer.status === 401) {
    await refresh();
    if (tokens === undefined) return undefined;
    answer = await send();
  }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function loadAvatars(): Promise<void> {
  const page = await callApi<{ avatars: Avatar[] }>('/avatars?size=100');
  avatars = page?.avatars ?? [];
}

async function talk(avatar: string, response: ServerResponse): Promise<void> {
  const token = await callApi<{ jwt: string }>('/auth/generate-token', { avatar_id: avatar });
  redirect(response, token === undefined ? '/' : `${issuer}/avatar/${avatar}?token=${token.jwt}`);
}

async function disconnect(): Promise<void> {
  if (tokens === undefined) return;
  const { client_id: id, client_secret: secret } = secrets;
  const answer = await fetch(new URL(`/oauth/grants/${tokens.account}`, service), {
    method: 'DELETE',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
  });
  if (!answer.ok) throw new Error(`Could not disconnect: ${answer.status} ${await answer.text()}`);
  forget('Disconnected. The access has ended, and the account sees that this application ended it.');
}

// 4. Receive events. Each one brings two proofs: a signature of its bytes, and a token for this partner.

const signature = new Webhook(secrets.webhook_secret);
const publishedKeys = createRemoteJWKSet(new URL('/.well-known/jwks.json', service));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await textOf(request);
  const headers = request.headers as Record<string, string>;
  const [, jwt = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  let keyId: string;
  try {
    signature.verify(body, headers);
    const checks = { issuer, audience: secrets.client_id, algorithms: ['RS256'], requiredClaims: ['exp'] };
    const { protectedHeader } = await jwtVerify(jwt, publishedKeys, checks);
    keyId = protectedHeader.kid ?? '';
  } catch (error) {
    console.log('Refused a webhook request:', String(error));
    response.writeHead(401).end();
    return;
  }
  response.writeHead(204).end();
  const id = headers['webhook-id'] ?? '';
  // An event may arrive more than once, always with the same id.
  if (events.some((event) => event.id === id)) return;
  const { name, details } = JSON.parse(body) as { name: string; details: { account_id?: string } };
  events.unshift({ id, name, details, at: new Date(), keyId });
  events.length = Math.min(events.length, 50);
  console.log(`Received ${name} ${id}`);
  // A person signed out, or an owner withdrew the access. The next request with the token shows which.
  if (name === 'customer:logout' && details.account_id === tokens?.account) await loadAvatars();
  notifyPages();
}

// The page.

/** Open pages. They get a message when something has changed. */
const pages = new Set<ServerResponse>();
const notifyPages = (): void => {
  for (const page of pages) page.write('data: changed\n\n');
};

function follow(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': open\n\n');
  pages.add(response);
  response.on('close', () => pages.delete(response));
}

const safe = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const button = (action: string, label: string): string =>
  `<form method="post" action="${action}"><button>${label}</button></form>`;

const avatarItem = ({
  id,
  name,
}: Avatar): string => `<li><span><b>${safe(name)}</b> <code>${safe(id)}</code></span>
  <form method="post" action="/talk" target="_blank"><input type="hidden" name="avatar" value="${safe(id)}" />
  <button aria-label="Talk to ${safe(name)}">Talk</button></form></li>`;

const eventItem = ({ id, name, details, at, keyId }: ReceivedEvent): string => `<li class="event">
  <b>${safe(name)}</b> <time>${at.toLocaleTimeString('en-GB')}</time>
  <p class="proof"><span>✓ Signature verified</span> <span>✓ Token verified</span></p>
  <details id="${safe(id)}"><summary>Details</summary>
  <pre tabindex="0">${safe(JSON.stringify({ 'webhook-id': id, kid: keyId, details }, null, 2))}</pre></details></li>`;

const connection = (): string =>
  tokens === undefined
    ? '<p>Not connected to an account.</p><a class="button" href="/connect">Connect</a>'
    : `<p>Connected to account <code>${safe(tokens.account)}</code>. Allowed: <code>${safe(tokens.scope)}</code></p>
      <div class="row">${button('/refresh', 'Refresh the token')}${button('/disconnect', 'Disconnect')}</div>
      <h2>Avatars of the account</h2><ul>${avatars.map(avatarItem).join('') || '<li>None</li>'}</ul>`;

const page = (): string => `<!doctype html><html lang="en"><head><meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" /><title>Sample partner</title><link rel="icon" href="data:," /><style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 2.5rem auto; padding: 0 1rem; }
  h1, h2 { line-height: 1.2; } h2 { margin-top: 2rem; font-size: 1.15rem; }
  ul { padding: 0; list-style: none; } p { margin: 0.4rem 0; }
  li { padding: 0.6rem 0; border-top: 1px solid light-dark(#ddd, #444); }
  li:not(.event), .row { display: flex; gap: 0.75rem; align-items: center; justify-content: space-between; }
  .row { justify-content: start; } form { margin: 0; } code, pre { font-size: 0.85em; overflow-wrap: anywhere; }
  button, .button { display: inline-block; padding: 0.45rem 1rem; border: 0; border-radius: 0.5rem; cursor: pointer;
    font: inherit; color: #fff; background: #3b3fa5; text-decoration: none; }
  summary { cursor: pointer; } time { float: right; } pre { padding: 0.75rem; background: light-dark(#f3f3f6, #222); white-space: pre-wrap; }
  .proof { color: light-dark(#0a6b34, #7fdca4); } .proof span { margin-right: 0.75rem; white-space: nowrap; } [role=status] { min-height: 1.5rem; font-weight: 600; }
</style></head><body><main><h1>Sample partner</h1><p role="status">${safe(message)}</p>${connection()}
<h2>Received events</h2><ul>${events.map(eventItem).join('') || '<li>None yet. Talk to an avatar.</li>'}</ul></main>
<script>new EventSource('/updates').onmessage = async () => {
  const html = await (await fetch('/')).text();
  const next = new DOMParser().parseFromString(html, 'text/html').querySelector('main');
  for (const { id } of document.querySelectorAll('details[open]')) next.querySelector('#' + id)?.toggleAttribute('open');
  document.querySelector('main').replaceWith(next);
};</script></body></html>`;

const redirect = (response: ServerResponse, location: string, headers = {}): void => {
  response.writeHead(303, { location, ...headers }).end();
};

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > 5_000_000) throw new Error('The body is too large');
  }
  return text;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const route = `${request.method} ${request.url?.split('?')[0]}`;
  if (route === 'POST /webhook') return receive(request, response);
  // Other sites must not press the buttons of this page.
  if (request.method === 'POST' && request.headers['sec-fetch-site'] !== 'same-origin') {
    response.writeHead(403).end();
  } else if (route === 'GET /') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page());
    message = '';
  } else if (route === 'GET /updates') follow(response);
  else if (route === 'GET /connect') await connect(response);
  else if (route === 'GET /callback') await callback(request, response);
  else if (route === 'POST /talk') {
    await talk(new URLSearchParams(await textOf(request)).get('avatar') ?? '', response);
  } else if (route === 'POST /refresh') {
    await refresh();
    await loadAvatars();
    redirect(response, '/');
  } else if (route === 'POST /disconnect') {
    await disconnect();
    redirect(response, '/');
  } else response.writeHead(404).end();
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500).end('Something failed. The console says more.');
  });
}).listen(port, 'localhost', () => console.log(`Sample partner at http://localhost:${port}`));
