import fc from 'fast-check';
import { mutatedBytes, torn } from '../../fuzz/index.ts';

/** What a client of the HTTP server does: packets of bytes, and how it leaves. */
export type HttpScript = {
  readonly packets: readonly Buffer[];
  /** `read`: waits until the service has answered or closed. `reset`, `end`: leaves at once. `late`: resets after the first answer. */
  readonly ending: 'read' | 'reset' | 'end' | 'late';
};

export type HttpTargets = {
  readonly operatorToken: string;
  readonly account: string;
  readonly avatar: string;
};

const upgrades = ['websocket', 'h2c', 'TLS/1.0', 'WebSocket', 'websocket, h2c', ''];
const versions = ['13', '8', '-1', 'x'];
const keys = ['dGhlIHNhbXBsZSBub25jZQ==', 'short', ''];

/** Whole requests of every kind that the server distinguishes. */
export function httpSamples({ operatorToken, account, avatar }: HttpTargets): string[] {
  const head = (line: string, headers: Readonly<Record<string, string | number>> = {}): string => {
    const all = { host: 'localhost', authorization: `Bearer ${operatorToken}`, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`;
  };
  const withBody = (line: string, body: string, type = 'application/json'): string =>
    `${head(line, { 'content-length': Buffer.byteLength(body), 'content-type': type })}${body}`;
  const chunked = (line: string, chunks: string): string =>
    `${head(line, { 'transfer-encoding': 'chunked' })}${chunks}`;
  const paths = [
    ...['/', '/avatars', '/openapi.json', '/readyz', `/avatar/${avatar}`, `/client/avatars/${avatar}`],
    ...[
      '/docs',
      '/sdk/parley.js',
      '/dashboard',
      '/metrics',
      '/session/query?sessionId=x&fields=avatarStatus',
    ],
    ...['', '/avatars', '/sessions', '/sessions/live', '/sessions/stream', '/keys'].map(
      (path) => account + path,
    ),
  ];
  return [
    ...paths.map((path) => head(`GET ${path}`)),
    head('HEAD /openapi.json'),
    head(`HEAD ${account}/sessions/stream`),
    ...['CONNECT a:1', 'CONNECT /avatars', 'TRACE /', 'OPTIONS *', 'QUERY /avatars', 'PRI *'].map((line) =>
      head(line),
    ),
    ...upgrades.flatMap((upgrade, index) => {
      const headers = {
        connection: 'upgrade',
        upgrade,
        'sec-websocket-version': versions[index % versions.length] ?? '',
        'sec-websocket-key': keys[index % keys.length] ?? '',
      };
      return [
        head('GET /client/live', headers),
        head('POST /client/live', headers),
        head('GET /avatars', headers),
      ];
    }),
    withBody('POST /client/authenticate', JSON.stringify({ avatarId: avatar })),
    withBody('POST /auth/generate-token', JSON.stringify({ avatar_id: avatar })),
    withBody(
      'POST /oauth/token',
      'grant_type=authorization_code&code=x',
      'application/x-www-form-urlencoded',
    ),
    withBody(
      `POST ${account}/keys?dryRun=true`,
      JSON.stringify({ name: 'x', permissions: ['read_avatars'] }),
    ),
    withBody(`PUT ${account}/avatars/${avatar}/model`, `glTF${'\0'.repeat(3_000)}`, 'model/gltf-binary'),
    withBody('POST /client/transcribe', `RIFF${'\0'.repeat(500)}`, 'audio/wav'),
    withBody('POST /gateway/callback', JSON.stringify({ sessionId: 'x', message: 'y' })),
    chunked('POST /client/authenticate', '5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n'),
    chunked('POST /client/authenticate', 'zz\r\n'),
    chunked('POST /client/authenticate', `${'f'.repeat(40)}\r\n`),
    head('POST /client/authenticate', { expect: '100-continue', 'content-length': 5 }),
    head('POST /client/authenticate', { expect: 'tea', 'content-length': 5 }),
    head('POST /client/authenticate', { 'content-length': 5, 'transfer-encoding': 'chunked' }),
    head('GET /', { 'x-long': 'a'.repeat(20_000) }),
    head(`GET /${'a'.repeat(20_000)}`),
    head('GET /readyz', { cookie: '\u0000' }),
    'GET / HTTP/0.9\r\n\r\n',
    'hello\r\n\r\n',
  ];
}

/** Requests, whole, changed, joined and cut anywhere. */
export function httpScript(targets: HttpTargets): fc.Arbitrary<HttpScript> {
  const samples = httpSamples(targets).map((sample) => Buffer.from(sample, 'latin1'));
  const one = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...samples) },
    { weight: 2, arbitrary: mutatedBytes(samples) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...samples), fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([bytes, share]) => bytes.subarray(0, Math.ceil(share * bytes.length))),
    },
  );
  const several = fc.array(one, { minLength: 1, maxLength: 5 }).map((parts) => Buffer.concat(parts));
  return fc.record({
    packets: torn(fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: several })),
    ending: fc.constantFrom('read', 'reset', 'reset', 'end', 'late'),
  });
}
