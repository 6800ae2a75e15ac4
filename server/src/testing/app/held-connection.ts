import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type HeldConnection = Disposable & {
  readonly socket: Socket;
  /** Everything that has arrived so far. */
  received(): string;
  /** Resolves when the service has ended the connection in any way. */
  readonly ended: Promise<void>;
  readonly isOpen: boolean;
};

/** A connection that the client never closes by itself, not even after the service has closed its side. */
export const holdConnection = async (
  port: number,
  bytes: string | Buffer = '',
  { from = '127.0.0.1', reads = true }: { from?: string; reads?: boolean } = {},
): Promise<HeldConnection> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  let received = '';
  let isOpen = true;
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isOpen = false;
      resolve();
    };
    socket.once('close', end);
    // With our side still open, the service's destroy arrives as an end, and its reset as the answer to the next byte.
    socket.once('end', end);
  });
  await once(socket, 'connect').catch(() => {});
  if (reads) {
    socket.on('data', (data: Buffer) => {
      received += data.toString('latin1');
    });
  }
  if (bytes !== '') socket.write(bytes);
  return {
    socket,
    received: () => received,
    ended,
    get isOpen() {
      return isOpen;
    },
    [Symbol.dispose]: () => socket.destroy(),
  };
};
