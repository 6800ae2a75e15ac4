import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type RoundRobin = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  /** Serves these ports from now on, one after the other. */
  setPorts(ports: readonly number[]): void;
};

/** A stateless load balancer: each connection goes to the next process. A process that refuses is skipped. */
export async function startRoundRobin(): Promise<RoundRobin> {
  let ports: readonly number[] = [];
  let next = 0;
  const open = new Set<Socket>();
  const track = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
  };
  const dial = async (): Promise<Socket | null> => {
    next += 1;
    const first = next;
    const targets = ports;
    for (let tries = 0; tries < targets.length; tries++) {
      const far = connect(targets[(first + tries) % targets.length] ?? 0, '127.0.0.1');
      const connected = await once(far, 'connect').then(
        () => true,
        () => false,
      );
      if (connected) return far;
    }
    return null;
  };
  const server = createServer({ pauseOnConnect: true }, async (near) => {
    track(near);
    const far = await dial();
    if (far === null || near.destroyed) {
      far?.destroy();
      near.destroy();
      return;
    }
    track(far);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
    near.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    setPorts(newPorts) {
      ports = newPorts;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
