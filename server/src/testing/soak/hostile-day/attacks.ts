import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { createLiveClient } from '@parley/client';
import { holdConnection } from '../../app/held-connection.ts';
import { slowAttacks } from '../slow-clients/slow-attacks.ts';
import { proxyAddress, type Targets } from './targets.ts';

export type AttackKind = {
  readonly name: string;
  /** How often it occurs in a round. */
  readonly weight: number;
  attempt(targets: Targets, over: AbortSignal): Promise<unknown>;
};

const holdMs = 8_000;
const dripMs = 1_000;
const part = (most: number) => Math.floor(Math.random() * most);
/** One of 500 addresses. None of them belongs to an honest user or to the proxy. */
const anyAddress = () => `127.0.${2 + part(2)}.${1 + part(250)}`;

/** Resolves after the time, or when the attack is over. */
const pause = (ms: number, over: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (over.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      over.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    over.addEventListener('abort', end);
  });

const held = (name: string, begin: string, drip: string, reads: boolean, weight = 1): AttackKind => ({
  name,
  weight,
  async attempt({ port }, over) {
    using connection = await holdConnection(port, Buffer.from(begin, 'latin1'), {
      from: anyAddress(),
      reads,
    });
    for (let ms = 0; ms < holdMs && connection.isOpen && !over.aborted; ms += dripMs) {
      await pause(dripMs, over);
      if (drip !== '') connection.socket.write(drip, 'latin1');
    }
  },
});

type Sent = { method?: string; body?: unknown; headers?: Record<string, string>; from?: string };

const send = (
  { port }: Targets,
  over: AbortSignal,
  path: string,
  { method = 'POST', body, headers = {}, from = anyAddress() }: Sent,
): Promise<unknown> =>
  new Promise<void>((resolve) => {
    const options = { host: '127.0.0.1', port, path, method, headers, localAddress: from, signal: over };
    const sent = request(options, (answer) => answer.resume().once('close', resolve).once('error', resolve));
    sent.once('error', () => resolve());
    sent.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });

const sending = (
  name: string,
  weight: number,
  path: string,
  make: (targets: Targets) => Sent,
): AttackKind => ({
  name,
  weight,
  attempt: (targets, over) => send(targets, over, path, make(targets)),
});

const anyText = () => randomBytes(16).toString('hex');
const handshake = `GET /client/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

/**
 * Talks to the hostile avatar, whose model, voice and webhook attack the service, and leaves without closing the
 * session.
 */
async function talk({ port, hostileAvatar }: Targets, over: AbortSignal): Promise<void> {
  const client = createLiveClient({
    url: `http://127.0.0.1:${port}`,
    avatarId: hostileAvatar,
    returnWithinMs: 1,
  });
  const gone = new Promise<void>((resolve) => client.on('end', () => resolve()));
  await client.connect();
  client.sendMessage(anyText());
  await Promise.race([pause(2_000, over), gone]);
  client.detach();
}

async function uploads(targets: Targets, over: AbortSignal): Promise<void> {
  const path = `/v1/accounts/${targets.hostileAccount}/avatars/${targets.hostileAvatar}/model`;
  const headers = { authorization: `Bearer ${targets.hostileKey}`, 'content-type': 'model/gltf-binary' };
  const body = Buffer.concat([Buffer.from('glTF'), randomBytes(100_000)]);
  await Promise.all(
    Array.from({ length: 5 }, () => send(targets, over, path, { method: 'PUT', headers, body })),
  );
}

/** All attacks that the security review found, and similar ones. */
export const attacks: readonly AttackKind[] = [
  ...Object.entries(slowAttacks).map(([name, { begin, drip, reads }]) => held(name, begin, drip, reads)),
  {
    name: 'closes its side and stays',
    weight: 2,
    async attempt({ port }, over) {
      using connection = await holdConnection(port, 'GET /openapi.json HT', { from: anyAddress() });
      connection.socket.end();
      await pause(holdMs, over);
    },
  },
  {
    name: 'sends garbage instead of frames',
    weight: 5,
    async attempt({ port }, over) {
      using connection = await holdConnection(port, handshake, { from: anyAddress() });
      await pause(100, over);
      connection.socket.write(randomBytes(500));
      await pause(500, over);
    },
  },
  sending('unknown API key', 10, '/session/query?sessionId=x&fields=avatarId', () => ({
    method: 'GET',
    headers: { 'x-api-key': `parley_live_${anyText()}` },
  })),
  sending('wrong operator token', 10, '/v1/accounts', () => ({
    method: 'GET',
    headers: { authorization: `Bearer parley_operator_${anyText()}` },
  })),
  sending('wrong management key', 5, '/v1/key', () => ({
    method: 'GET',
    headers: { authorization: `Bearer pmk_${anyText()}` },
  })),
  sending('wrong password', 1, '/v1/sign-in/password', ({ ownerEmail }) => ({
    body: { email: part(2) === 0 ? ownerEmail : `${anyText()}@example.com`, password: anyText() },
  })),
  sending('forgotten password of others', 1, '/v1/sign-in/forgot-password', ({ ownerEmail }) => ({
    body: { email: ownerEmail },
  })),
  sending('refused join', 10, '/client/authenticate', ({ privateAvatar }) => ({
    body: { avatarId: privateAvatar, token: `${anyText()}.${anyText()}.${anyText()}` },
  })),
  sending('ticket that is never used', 5, '/client/authenticate', ({ openAvatar }) => ({
    body: { avatarId: openAvatar },
  })),
  sending('joins from all of IPv6', 10, '/client/authenticate', ({ openAvatar, privateAvatar }) => ({
    body: { avatarId: part(4) === 0 ? openAvatar : privateAvatar },
    from: proxyAddress,
    headers: {
      'x-forwarded-for': `2001:db8:${part(65_536).toString(16)}:${part(4)}::${part(65_536).toString(16)}`,
    },
  })),
  sending('body that is no JSON', 5, '/client/authenticate', () => ({ body: randomBytes(2_000) })),
  { name: 'hostile model, voice and webhook', weight: 1, attempt: talk },
  { name: 'burst of uploads', weight: 1, attempt: uploads },
];
