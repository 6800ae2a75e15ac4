import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errorCode } from '../kernel/index.ts';

/** The service cannot listen on this address. The message says what to change. */
export class CannotListen extends Error {
  override name = 'CannotListen';
}

/**
 * A program that asks for any port gets one from here on. The service begins to listen a moment after it has chosen its
 * port, so it chooses a lower one. Otherwise another program could get the same port in that moment.
 */
const systemPorts = 32_768;
const firstRandomPort = 20_000;

/** Checked before anything is started, so that a second service on a port does not first start a database. */
export async function freePort(host: string, wanted: number): Promise<number> {
  if (wanted !== 0) {
    const error = await tryPort(host, wanted);
    if (error !== null) throw explain(error, host, wanted);
    return wanted;
  }
  for (;;) {
    const port = randomInt(firstRandomPort, systemPorts);
    const error = await tryPort(host, port);
    if (error === null) return port;
    if (error.code !== 'EADDRINUSE') throw explain(error, host, port);
  }
}

function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', resolve);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

/**
 * Returns the address under which this machine itself reaches the service. On Linux, the system distributes connections
 * between the processes that share the port. On other systems their parent distributes them, and a connection that it
 * passes to a dying worker is lost.
 */
export async function listen(
  server: FastifyInstance,
  host: string,
  port: number,
  options: { readonly isShared: boolean },
): Promise<string> {
  const listenOptions = { host, port, reusePort: options.isShared && process.platform === 'linux' };
  try {
    await server.listen(listenOptions);
  } catch (error) {
    throw explain(error, host, port);
  }
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

function explain(error: unknown, host: string, port: number): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    return new CannotListen(
      `Port ${port} on ${host} is in use by another program. Stop that program, or set PORT to another port.`,
    );
  }
  if (code === 'EACCES')
    return new CannotListen(`This user may not listen on port ${port}. Set PORT to a port above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new CannotListen(`HOST ${host} is not an address of this machine. Set HOST to one that is.`);
  }
  return error;
}
