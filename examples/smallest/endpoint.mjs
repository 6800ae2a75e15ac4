import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const answer = async (request) => {
  if (request.headers.authorization !== `Bearer ${process.env.ENDPOINT_KEY}`) return [401, {}];
  const { action, sessionId, message } = JSON.parse(await text(request));
  const reply = action === 'CHAT' ? { reply: `You said: ${message}` } : {};
  return [200, { sessionId, ...reply, status: 'OK', statusMessage: '' }];
};

createServer(async (request, response) => {
  const [status, body] = await answer(request).catch(() => [400, { status: 'ERROR' }]);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(process.env.PORT ?? 3000);
