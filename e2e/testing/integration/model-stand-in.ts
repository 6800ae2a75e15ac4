import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Message = { readonly role: string; readonly content?: string };
type Completion = {
  readonly messages: readonly Message[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
};

const chunk = (delta: object, finish: string | null = null): string => {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
};

/** The model calls the first tool about order 7, with its input in pieces. Then it says what the tool answered. */
function chunksFor({ messages, tools }: Completion): string[] {
  const last = messages.at(-1);
  if (last?.role === 'tool')
    return [
      chunk({ role: 'assistant', content: 'Your order ' }),
      chunk({ content: `is ${last.content}.` }, 'stop'),
    ];
  const call = (fields: object) => chunk({ tool_calls: [{ index: 0, ...fields }] });
  const name = tools[0]?.function.name ?? '';
  return [
    chunk({ role: 'assistant', content: null }),
    call({ id: 'call_1', type: 'function', function: { name, arguments: '' } }),
    call({ function: { arguments: '{"id"' } }),
    call({ function: { arguments: ':7}' } }),
    chunk({}, 'tool_calls'),
  ];
}

/** A server with OpenAI's chat completions, streaming and tool calls. */
export async function startModelStandIn() {
  const requests: Completion[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Completion;
    requests.push(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const text of [...chunksFor(body), 'data: [DONE]\n\n']) response.write(text);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
