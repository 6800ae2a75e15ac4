import { createGateway } from '@parley/server';

const gateway = createGateway({
  apiKey: process.env.ENDPOINT_KEY,
  onChat: (session, message) => `Hello ${session.userId}. You said: ${message}.`,
});

export { gateway as POST };
