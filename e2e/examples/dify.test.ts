import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { freePort, startService } from '../../server/src/testing/index.ts';
import { endpointKey } from '../testing/integration/example.ts';
import { programFolder, startProgram } from '../testing/integration/program.ts';
import { startVisitor } from '../testing/integration/visitor.ts';
import { operatorOf } from '../testing/operator.ts';

type Question = { readonly query: string; readonly user: string; readonly conversation_id: string };

const guide = fileURLToPath(new URL('../../docs/low-code.md', import.meta.url));

/** Dify's API for chats: a chatbot, or an agent that repeats its whole answer in the end. */
async function startDify() {
  const asked: Question[] = [];
  const server = createServer(async (request, response) => {
    const question = (await json(request)) as Question;
    asked.push(question);
    const isAgent = question.query === 'agent';
    const piece = (event: string, answer: string) =>
      `data: ${JSON.stringify({ event, conversation_id: 'conversation-1', answer })}\n\n`;
    const name = isAgent ? 'agent_message' : 'message';
    const pieces = ['event: ping\n\n', piece(name, 'Der Bär '), piece(name, `sagt ${question.query}.`)];
    const all = Buffer.from(
      [
        ...pieces,
        ...(isAgent ? [piece('message', 'Der Bär sagt agent.')] : []),
        piece('message_end', ''),
      ].join(''),
    );
    // The first write ends within a character.
    const at = all.indexOf(Buffer.from('ä')) + 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(all.subarray(0, at), () => setImmediate(() => response.end(all.subarray(at))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it('the program of the guide speaks for a Dify app, in one conversation for each session', async () => {
  const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(guide, 'utf8')) ?? [];
  await using service = await startService();
  await using dify = await startDify();
  await using folder = await programFolder({ 'dify.mjs': code });
  const env = { DIFY_URL: dify.url, DIFY_KEY: 'app-1', ENDPOINT_KEY: endpointKey };
  await using program = await startProgram(join(folder.path, 'dify.mjs'), await freePort(), env);
  const settings = { name: 'Dify', endpointUrl: program.url, endpointKey };
  await using visitor = await startVisitor(service, await operatorOf(service).avatar(settings));
  visitor.ask('hello');
  await expect.poll(() => visitor.sentences).toEqual(['Der Bär sagt hello.']);
  visitor.ask('agent');
  await expect.poll(() => visitor.sentences).toEqual(['Der Bär sagt hello.', 'Der Bär sagt agent.']);
  expect(dify.asked.map(({ query, conversation_id }) => [query, conversation_id])).toEqual([
    ['hello', ''],
    ['agent', 'conversation-1'],
  ]);
  expect(program.output()).toBe('');
});
