import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSignedCertificate } from '../../../outbound/testing/self-signed-certificate.ts';
import { freePort } from '../../../testing/index.ts';
import { LiveApp, type Received, startEndpoint } from '../../testing/index.ts';

const apology = 'I have no answer.';
const megabyte = 1024 * 1024;

type Bad = AsyncDisposable & { readonly url: string };

/** An endpoint that accepts LOGIN correctly and misbehaves at CHAT. */
const wrongAtChat = (CHAT: (request: Received) => void) => () => startEndpoint({ CHAT });

const refused = async (): Promise<Bad> => ({
  url: `http://127.0.0.1:${await freePort()}/`,
  [Symbol.asyncDispose]: async () => {},
});

const untrusted = async (): Promise<Bad> => {
  const { key, cert } = selfSignedCertificate({ ipv4: ['127.0.0.1'] });
  const server = createTlsServer({ key, cert }, (_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const reset = async (): Promise<Bad> => {
  const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

describe('a bad endpoint', () => {
  let app: LiveApp;
  let good: Awaited<ReturnType<LiveApp['talk']>>;
  let canary: Awaited<ReturnType<typeof startEndpoint>>;
  beforeAll(async () => {
    app = await LiveApp.start();
    canary = await startEndpoint();
    good = await app.talk(await app.avatar());
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await canary[Symbol.asyncDispose]();
  });

  /** Another session, on a good endpoint, at the same time. */
  const goodTurns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      good.wire.say(`turn ${turn}`);
      expect(await good.wire.listen()).toEqual([`You said turn ${turn}.`]);
      app.test.clock.advance(250);
    }
  };

  const kinds: readonly (readonly [string, () => Promise<Bad>, object])[] = [
    ['that refuses the connection', refused, { stage: 'connect', code: 'ECONNREFUSED' }],
    [
      'that resets the connection',
      reset,
      { stage: expect.stringMatching(/send|answer|headers|response|connection/) },
    ],
    ['with an untrusted certificate', untrusted, { stage: 'tls' }],
    ['that hangs', wrongAtChat(() => {}), { stage: 'timeout' }],
    [
      'that drips',
      wrongAtChat(({ response }) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      }),
      { stage: 'timeout' },
    ],
    [
      'that answers with 10 MB',
      wrongAtChat((request) => request.ok({ reply: 'x'.repeat(10 * megabyte) })),
      { stage: 'too-large' },
    ],
    [
      'whose stream never ends',
      wrongAtChat(({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const drip = setInterval(() => response.write(': still here\n\n'), 20);
        response.on('close', () => clearInterval(drip));
      }),
      { stage: 'timeout' },
    ],
    [
      'that answers with no JSON',
      wrongAtChat((request) => request.answer(200, '<html>\u0000Oops</html>')),
      { stage: 'body', httpStatus: 200, body: '<html>Oops</html>' },
    ],
    [
      'that answers for another session',
      wrongAtChat((request) => request.ok({ sessionId: 'ses_other', reply: 'Not yours.' })),
      { stage: 'echo' },
    ],
    ['that answers without a reply', wrongAtChat((request) => request.ok({ reply: 7 })), { stage: 'reply' }],
    [
      'that answers with a status of its own',
      wrongAtChat((request) => request.ok({ status: 'BUSY', statusMessage: 'Come back later' })),
      { stage: 'status', status: 'BUSY', statusMessage: 'Come back later' },
    ],
    [
      'that redirects to a private address',
      wrongAtChat((request) => {
        request.response.writeHead(307, { location: canary.url }).end();
      }),
      { stage: 'http', httpStatus: 307, problem: expect.stringContaining('redirect') },
    ],
  ];

  it.each(kinds)(
    '[LV52] %s: the apology, a clear line in the record, and no other session is affected',
    async (_what, start, detail) => {
      await using bad = await start();
      const id = await app.avatar({ endpointUrl: bad.url, apology, chatTimeout: 1 });
      const { wire, sessionId } = await app.talk(id);
      wire.say('hello');
      const [said] = await Promise.all([wire.listen(), goodTurns(5)]);
      expect(said).toEqual([apology]);
      const { turns, avatarStatus } = await app.record(sessionId);
      expect(turns).toHaveLength(1);
      expect(turns[0]).toMatchObject({
        outcome: 'failed',
        detail: { error: expect.stringMatching(/\S{3}/), ...detail },
      });
      expect(JSON.stringify(turns)).not.toContain('endpoint-key');
      expect(avatarStatus).toBe('IDLE');
      expect(canary.received).toEqual([]);
      await app.disconnect(sessionId);
    },
  );

  it('[LV52] a forbidden address is not called', async () => {
    const id = await app.avatar({ apology });
    await app.test.sql`update avatars set endpoint_url = 'http://169.254.169.254/latest' where id = ${id}`;
    const { wire, sessionId } = await app.talk(id);
    wire.say('hello');
    expect(await wire.listen()).toEqual([apology]);
    const [turn] = (await app.record(sessionId)).turns;
    expect(turn).toMatchObject({ outcome: 'failed', detail: { stage: 'address' } });
  });
});
