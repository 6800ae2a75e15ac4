import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway } from '@parley/server';
import { nodeHandler } from '@parley/server/node';
import { createWebhookReceiver } from '@parley/server/webhooks';
import { describe, expect, it } from 'vitest';
import { checkEndpoint, checkReceiver, reportText } from '../../server/src/conformance/index.ts';
import { clientFolder, needPython } from '../python/python-program.ts';
import { serveBlock } from './programs.ts';

const key = 'choose-a-long-key';
const secret = `whsec_${Buffer.from('a secret of this receiver').toString('base64')}`;
const good = /^GOOD: \d+ of \d+ checks passed: /;
const parleyCheck = async (url: string, callbackMessage: string | null = 'Remind me') =>
  reportText(
    await checkEndpoint({
      url,
      key,
      chatTimeoutMs: 30_000,
      callbackMessage,
      only: null,
      callbacks: { publicUrl: null, port: 0 },
    }),
  );
const parleyCheckWebhook = async (url: string) =>
  reportText(await checkReceiver({ url, secret, headers: {}, only: null }));

async function serve(handler: Parameters<typeof nodeHandler>[0]) {
  const server = createServer(nodeHandler(handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const python = (code: string) => serveBlock('python', code, { PYTHONPATH: `${clientFolder}/src` });

describe('what is built with the packages passes the checks', () => {
  it('an endpoint with @parley/server, with whole and with streamed replies', async () => {
    await using whole = await serve(
      createGateway({
        apiKey: key,
        onChat: (_session, message) => `You said: ${message}`,
      }),
    );
    expect(await parleyCheck(whole.url, null)).toMatch(good);
    await using streamed = await serve(
      createGateway({
        apiKey: key,
        async *onChat(session, message) {
          yield 'You said: ';
          yield message;
          if (message === 'Remind me') await session.say('It is time.');
        },
      }),
    );
    expect(await parleyCheck(streamed.url)).toMatch(good);
  });

  it('a receiver with @parley/server', async () => {
    await using receiver = await serve(createWebhookReceiver({ secret, onEvent() {} }));
    expect(await parleyCheckWebhook(receiver.url)).toMatch(good);
  });

  it('an endpoint with the Python package', async (context) => {
    needPython(context);
    await using served = await python(`
from parley_server import Gateway, serve

gateway = Gateway(api_key="${key}")

@gateway.on_chat
async def answer(chat):
    yield "You said: "
    yield chat.message
    if chat.message == "Remind me":
        await chat.session.say_async("It is time.")

serve(gateway, port=3000)
`);
    expect(await parleyCheck(served.url)).toMatch(good);
  });

  it('a receiver with the Python package', async (context) => {
    needPython(context);
    await using served = await python(`
from parley_server import WebhookReceiver, serve

receiver = WebhookReceiver("${secret}")

@receiver.on_event
def handle(delivery):
    print(delivery.event["name"])

serve(receiver, port=3000)
`);
    expect(await parleyCheckWebhook(served.url)).toMatch(good);
  });
});
