import { describe, expect, it } from 'vitest';
import { createAddressPolicy, createOutbound } from '../outbound/index.ts';
import { startConnectProxy } from '../outbound/testing/connect-proxy.ts';
import { type Answer, startReceiver } from '../outbound/testing/receiver.ts';
import { HearingFailure } from './hearing-failure.ts';
import { wav } from './testing/wav.ts';
import { createTranscription } from './transcription.ts';

const policyFor = (allowLoopback: boolean) =>
  createAddressPolicy({ allowLoopback, allowedNetworks: [], forbiddenPorts: [] });
const words =
  (text: string): Answer =>
  (response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ text }));

/** A transcription server on loopback with this answer. */
async function withServer(answer: Answer, allowLoopback = true) {
  const undo = new AsyncDisposableStack();
  const receiver = undo.use(await startReceiver(answer));
  const outbound = undo.use(createOutbound({ policy: policyFor(allowLoopback) }));
  const transcription = createTranscription({ outbound });
  const ask = (path = '/v1', signal = new AbortController().signal, language = 'de-AT') =>
    transcription.transcribe(
      {
        accountId: 'acc_1',
        url: receiver.url.replace(/\/$/, '') + path,
        model: 'whisper-large',
        key: 'ear-secret',
      },
      wav([1, 2, 3]),
      language,
      signal,
    );
  return { receiver, ask, [Symbol.asyncDispose]: () => undo.disposeAsync() };
}

const failure = async (asked: Promise<string>): Promise<HearingFailure> => {
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof HearingFailure) return error;
  throw new Error(`expected a failure, got ${String(error)}`);
};

describe('a transcription server', () => {
  it('[HE2] gets the file, model and language in a form, the key as Bearer, and its text is trimmed', async () => {
    await using server = await withServer(words('  Guten Tag. '));
    expect(await server.ask()).toBe('Guten Tag.');
    const [request] = server.receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/audio/transcriptions' });
    expect(request?.headers.authorization).toBe('Bearer ear-secret');
    const type = request?.headers['content-type'] ?? '';
    const form = await new Response(request?.body, { headers: { 'content-type': type } }).formData();
    expect(form.get('model')).toBe('whisper-large');
    expect(form.get('language')).toBe('de');
    expect(form.get('response_format')).toBe('json');
    expect(form.get('file')).toMatchObject({ name: 'speech.wav', type: 'audio/wav' });
  });

  it('[HE2] gets no language if the language is not valid', async () => {
    await using server = await withServer(words('Hi'));
    await server.ask('/v1', undefined, '"\r\nx');
    expect(server.receiver.requests[0]?.body).not.toContain('name="language"');
  });

  it.each([
    ['', '/audio/transcriptions'],
    ['/', '/audio/transcriptions'],
    ['/v1/', '/v1/audio/transcriptions'],
    ['/v1/audio/transcriptions', '/v1/audio/transcriptions'],
    ['/v1?api-version=2', '/v1/audio/transcriptions?api-version=2'],
  ])('[HE3] is found from the address with "%s"', async (path, wanted) => {
    await using server = await withServer(words('Hi'));
    await server.ask(path);
    expect(server.receiver.requests[0]?.path).toBe(wanted);
  });

  it.each<[string, Answer, RegExp]>([
    ['refuses the key', (response) => response.writeHead(401).end('bad ear-secret'), /401.*key/],
    ['is not found', (response) => response.writeHead(404).end(), /404.*address/],
    ['is busy', (response) => response.writeHead(429).end(), /429.*many/],
    ['is broken', (response) => response.writeHead(500).end('{"text":"no"}'), /500/],
    ['answers with a redirect', (response) => response.writeHead(302, { location: '/' }).end(), /302/],
    ['answers with a page', (response) => response.end('<html>'), /not JSON/],
    ['answers with another object', (response) => response.end('{"words":"hi"}'), /without a text/],
    ['answers with a list', (response) => response.end('["hi"]'), /without a text/],
    ['answers without end', (response) => response.end('x'.repeat(300_000)), /large|bytes|long/],
    ['hangs up', (response) => response.destroy(), /./],
  ])('[HE4] that %s is a failure with a clear message', async (_what, answer, detail) => {
    await using server = await withServer(answer);
    const { message, detail: reason, stage } = await failure(server.ask());
    expect(reason).toMatch(detail);
    expect(stage).toBe('server');
    expect(message).toContain('Could not understand you');
    expect(message + reason).not.toContain('ear-secret');
  });

  it('[HE5] on an address that is not allowed is not reached', async () => {
    await using server = await withServer(words('Hi'), false);
    expect((await failure(server.ask())).stage).toBe('server');
    expect(server.receiver.connections).toBe(0);
  });

  it('[HE5] is reached through the proxy for outgoing traffic', async () => {
    await using receiver = await startReceiver(words('Hi'));
    await using proxy = await startConnectProxy(() => ({ port: receiver.port }));
    const policy = createAddressPolicy({ allowLoopback: false, proxy: `http://127.0.0.1:${proxy.port}` });
    await using outbound = createOutbound({ policy, allowHttp: true });
    const server = { accountId: 'acc_1', url: 'http://ears.example/v1', model: 'whisper-large', key: null };
    const { signal } = new AbortController();
    expect(await createTranscription({ outbound }).transcribe(server, wav([1]), 'en', signal)).toBe('Hi');
    expect(proxy.requests.map(({ target }) => target)).toEqual(['ears.example:80']);
  });

  it('[HE6] is disconnected when the request is aborted', async () => {
    const leaving = new AbortController();
    await using server = await withServer(() => leaving.abort());
    expect((await failure(server.ask('/v1', leaving.signal))).stage).toBe('aborted');
    await server.receiver.untilAllClosed();
  });
});
