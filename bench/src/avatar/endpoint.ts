import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayRequest } from '@parley/protocol';
import { reportReady } from '../../../server/src/testing/load/child.ts';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';
import { newPlainSentence, newSentence, newText } from './sentences.ts';

/** A customer's endpoint. Every reply is new, and its last sentence contains the time at which it was sent. */
export type EndpointReady = { readonly url: string };

const server = createServer({ keepAliveTimeout: 60_000, noDelay: true }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as GatewayRequest;
    const { action, sessionId } = body;
    const reply = action === 'CHAT' ? { reply: replyTo(body.message) } : {};
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ sessionId, ...reply, status: 'OK', statusMessage: '' }));
  });
});

/**
 * "6" asks for six sentences, "plain" for one without a comma. Any other text asks for one that contains its sending
 * time.
 */
function replyTo(message: string): string {
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
