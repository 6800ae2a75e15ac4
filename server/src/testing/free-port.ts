import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the system gives to programs that ask for any, and below those of a service that chooses its own. */
const firstPort = 10_000;
const portsOfWorker = 1_000;

/** A program listens on its port a moment after the port was chosen. Each worker of the tests has ports of its own, so that no other chooses it meanwhile. */
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 10;
let next = randomInt(portsOfWorker);

/** A port on which no process listened a moment ago, and that the system gives to none that asks for any port. */
export const freePort = async (): Promise<number> => {
  const port = firstPort + worker * portsOfWorker + next;
  next = (next + 1) % portsOfWorker;
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
