import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

export type DatabaseProxy = AsyncDisposable & {
  /** The database's address through this proxy. */
  readonly url: string;
  /** The number of refused connections. */
  readonly refused: number;
  /** Breaks all connections and refuses new ones. */
  cut(): void;
  mend(): void;
  /** From now on new connections go to this address. */
  moveTo(url: string): void;
  /** The next transaction commits, but its client never gets the answer. */
  loseNextCommit(): void;
  /** From now on requests reach the database one after another, and `work` runs before each of them. Null ends this. */
  betweenRequests(work: (() => Promise<void>) | null): void;
};

/** A proxy between a client and PostgreSQL. It lets the connection fail while the database keeps running. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const address = new URL(url);
  let path = socketOf(address);
  const open = new Set<Socket>();
  let [isCut, losesCommit, refused] = [false, false, 0];
  let between: (() => Promise<void>) | null = null;
  let lastRequest: Promise<unknown> = Promise.resolve();
  const server = createServer((client) => {
    if (isCut) {
      refused += 1;
      client.destroy();
      return;
    }
    const database = createConnection(path);
    for (const socket of [client, database]) {
      open.add(socket);
      socket
        .on('error', () => {})
        .once('close', () => {
          open.delete(socket);
          client.destroy();
          database.destroy();
        });
    }
    let waitsForCommit = false;
    client.on('data', (bytes) => {
      if (losesCommit && /commit/i.test(bytes.toString('latin1'))) {
        [losesCommit, waitsForCommit] = [false, true];
      }
      if (between === null) database.write(bytes);
      else lastRequest = lastRequest.then(between).then(() => answered(database, bytes));
    });
    database.on('data', (bytes) => {
      if (waitsForCommit && bytes.toString('latin1').includes('COMMIT')) client.destroy();
      else client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address.searchParams.delete('host');
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address.href,
    get refused() {
      return refused;
    },
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    moveTo(given) {
      path = socketOf(new URL(given));
    },
    loseNextCommit() {
      losesCommit = true;
    },
    betweenRequests(work) {
      between = work;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const socketOf = ({ searchParams, port }: URL): string =>
  join(searchParams.get('host') ?? '', `.s.PGSQL.${port || 5432}`);

/** Sends a request and waits until its answer begins. By then it is decided what the request reads. */
async function answered(database: Socket, request: string | Buffer): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      database.off('data', done).off('close', done);
      resolve();
    };
    database.on('data', done).on('close', done).write(request);
  });
}
