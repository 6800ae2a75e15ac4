import { createServer } from 'node:http';
import { createApiClient } from '@parley/server/client';

const { PARLEY_URL: url = 'http://localhost:8080', PARLEY_API_KEY: apiKey, AVATAR: avatar } = process.env;
const api = createApiClient({ url, apiKey });

createServer(async (_request, response) => {
  // Ask here who the visitor is, and refuse those who may not talk to the avatar.
  const token = await api.generateToken(avatar).catch((error) => error);
  if (token.jwt === undefined) return response.writeHead(502).end(token.reason);
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><title>Our assistant</title>
    <iframe src="${url}/avatar/${avatar}?token=${token.jwt}" allow="microphone; autoplay"
      style="width: 640px; height: 480px; border: 0"></iframe>`);
}).listen(process.env.PORT ?? 3000);
