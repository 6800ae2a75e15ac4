import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayRequest } from '@parley/protocol';
import { readInput, reportReady } from './child.ts';
import { nowMicros } from './clock.ts';
import { newPlainSentence, newSentence, newText } from './sentences.ts';

/** A customer's endpoint in its own process. By default its replies contain the times of question and answer. */
export type EndpointInput = { readonly replies?: 'times' | 'sentences' };
export type EndpointReady = { readonly url: string };

const { replies = 'times' } = readInput<EndpointInput>();

const server = createServer({ keepAliveTimeout: 60_000, noDelay: true }, (request, response) => {
  const arrivedAt = nowMicros();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as GatewayRequest;
    const status = { sessionId: body.sessionId, status: 'OK', statusMessage: '' };
    const answer = body.action === 'CHAT' ? { ...status, reply: replyTo(body.message, arrivedAt) } : status;
    const bytes = Buffer.from(JSON.stringify(answer));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    response.end(bytes);
  });
});

/**
 * With new sentences, "6" asks for six of them, "plain" for one without a comma, and any other text for one that is
 * followed by its sending time.
 */
function replyTo(message: string, arrivedAt: number): string {
  if (replies === 'times') return `Your question came at ${arrivedAt} and my answer left at ${nowMicros()}.`;
  const sentences = Number(message);
  if (sentences > 0) return newText(sentences);
  if (message === 'plain') return newPlainSentence();
  const sentence = newSentence();
  return `${sentence} Left at ${nowMicros()}.`;
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve));
const { port } = server.address() as AddressInfo;
await reportReady({ url: `http://127.0.0.1:${port}/` } satisfies EndpointReady);
process.exit(0);
