import { createGateway } from '@parley/server';
import { nodeHandler } from '@parley/server/node';
import express from 'express';

const gateway = createGateway({
  apiKey: process.env.ENDPOINT_KEY,
  async *onChat(_session, message) {
    yield 'One moment. ';
    yield `You said: ${message}.`;
  },
});

const app = express();
app.post('/avatar', nodeHandler(gateway));
app.listen(process.env.PORT ?? 3000);
