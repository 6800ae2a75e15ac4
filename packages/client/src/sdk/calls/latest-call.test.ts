import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveError } from '../../live-error.ts';
import { callDetailsOf } from './call-details.ts';
import { LatestCall } from './latest-call.ts';

describe('the transcript of a call', () => {
  let server: Server;
  let url: string;
  let requests: IncomingMessage[] = [];
  let answer: (response: ServerResponse) => void = () => {};

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request);
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const connected = () => {
    const download = new LatestCall(url);
    download.handleConnected({ sessionId: 'ses_a', token: 'token-of-a' }, true);
    requests = [];
    return download;
  };
  const failure = async (download: LatestCall) =>
    await download.readTranscript('text').then(
      () => null,
      (error: unknown) => (error instanceof LiveError ? error : null),
    );

  test('is read with the token in a header, in the requested format', async () => {
    const download = connected();
    answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/vtt; charset=utf-8' }).end('WEBVTT\n\n');
    const file = await download.readTranscript('vtt');
    expect([file.name, file.type.split(';')[0], await file.text()]).toEqual([
      'transcript-ses_a.vtt',
      'text/vtt',
      'WEBVTT\n\n',
    ]);
    expect(requests.map(({ url: path, headers }) => [path, headers.authorization])).toEqual([
      ['/client/sessions/ses_a/transcript?format=vtt', 'Bearer token-of-a'],
    ]);
  });

  test('is refused with the service’s code and message', async () => {
    const download = connected();
    answer = (response) =>
      response
        .writeHead(410, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { code: 'download_expired', message: 'It is too late.' } }));
    expect(await failure(download)).toMatchObject({
      code: 'download_expired',
      message: 'It is too late.',
      httpStatus: 410,
    });
  });

  test.each([
    ['unexpected_answer', (response: ServerResponse) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['unreachable', (response: ServerResponse) => response.destroy()],
    [
      'unreachable',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' }).write('half of it');
        response.destroy();
      },
    ],
  ])('fails with %s without an answer from the service', async (code, answering) => {
    const download = connected();
    answer = answering;
    expect(await failure(download)).toMatchObject({ code });
  });

  test('is not requested before a call, or after a call with an avatar that does not allow it', async () => {
    const download = connected();
    download.handleConnected({ sessionId: 'ses_a', token: 'token-of-a' }, false);
    for (const none of [new LatestCall(url), download]) {
      expect(none.allowsDownload).toBe(false);
      expect(await failure(none)).toMatchObject({ code: 'download_off' });
    }
    expect(requests).toEqual([]);
  });

  test.each([
    [{ allow_transcript_download: true }, true],
    [{ allow_transcript_download: false }, false],
    [{}, false],
  ])('is allowed as the avatar’s public settings say: %o', (avatar, allowed) => {
    const { allowsDownload } = callDetailsOf('7', 'ses_a', { id: '1', name: 'Guest' }, avatar);
    expect(allowsDownload).toBe(allowed);
  });

  test('a rating is sent with the token, whether or not the transcript may be downloaded', async () => {
    const call = connected();
    call.handleConnected({ sessionId: 'ses_a', token: 'token-of-a' }, false);
    answer = (response) => response.writeHead(204).end();
    await call.rate(4, 'Good');
    expect(requests.map(({ method, url: path, headers }) => [method, path, headers.authorization])).toEqual([
      ['POST', '/client/sessions/ses_a/rating', 'Bearer token-of-a'],
    ]);
    await expect(new LatestCall(url).rate(4, '')).rejects.toMatchObject({ code: 'no_call' });
  });
});
