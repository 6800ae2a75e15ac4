import { type HeldConnection, holdConnection } from '../../app/index.ts';

const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const post = 'POST /client/authenticate HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4096\r\n\r\n{';

/** Ways to hold a connection. `drip` is sent again and again to keep it busy. */
export const slowAttacks = {
  'sends nothing': { begin: '', drip: '', reads: true },
  'never ends its head': { begin: 'GET / HTTP/1.1\r\nhost: localhost\r\n', drip: 'x: y\r\n', reads: true },
  'never ends its body': { begin: post, drip: ' ', reads: true },
  'never reads its answers': {
    // The maximum number of simultaneous requests of a connection, and more as long as the system accepts the answers.
    begin: get('/openapi.json').repeat(4),
    drip: get('/openapi.json'),
    reads: false,
  },
  'sends a thousand requests at once': { begin: get('/openapi.json').repeat(1_000), drip: '', reads: false },
  'sends a byte behind an upgrade to nowhere': { begin: `${upgrade('/nowhere')}x`, drip: '', reads: true },
  'sends no HTTP and stays': { begin: 'hello there\r\n\r\n', drip: '', reads: true },
  'opens a WebSocket and says nothing': { begin: upgrade('/client/live'), drip: '', reads: true },
  'opens a WebSocket and sends half a frame': {
    begin: `${upgrade('/client/live')}\x81\xfe`,
    drip: '\x01',
    reads: true,
  },
} as const;

export type AttackName = keyof typeof slowAttacks;

const dripEveryMs = 1_000;
const from = '127.0.0.1';

/** Holds this many connections in one way, and opens another for each one that the service ends. */
export async function attack(port: number, name: AttackName, connections: number): Promise<AsyncDisposable> {
  const { begin, drip, reads } = slowAttacks[name];
  const held = new Set<HeldConnection>();
  let isOver = false;
  const open = async (): Promise<void> => {
    const connection = await holdConnection(port, Buffer.from(begin, 'latin1'), { from, reads });
    held.add(connection);
    if (isOver) connection[Symbol.dispose]();
  };
  const dripping = setInterval(() => {
    for (const connection of held) {
      if (connection.isOpen) {
        if (drip !== '') connection.socket.write(drip, 'latin1');
        continue;
      }
      held.delete(connection);
      connection[Symbol.dispose]();
      void open();
    }
  }, dripEveryMs);
  await Promise.all(Array.from({ length: connections }, open));
  return {
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearInterval(dripping);
      for (const connection of held) connection[Symbol.dispose]();
    },
  };
}
