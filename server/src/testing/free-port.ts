import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port on which no process listened a moment ago, and that the system gives to none that asks for any port. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 20_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return await freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
};
