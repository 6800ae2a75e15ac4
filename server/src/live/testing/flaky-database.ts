import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { connect, type Sql } from '../../db/index.ts';
import { type TestDatabase, testDatabase } from '../../testing/index.ts';

export type FlakyDatabase = TestDatabase & {
  /** A database connection that never breaks, for checks. */
  readonly steady: Sql;
  /** Breaks every connection and refuses new ones. */
  goAway(): void;
  comeBack(): Promise<void>;
};

/** A database behind a proxy that can be cut off. */
export async function flakyDatabase(): Promise<FlakyDatabase> {
  await using undo = new AsyncDisposableStack();
  const { url, sql: steady } = undo.use(await testDatabase());
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const path = `${folder}/.s.PGSQL.${target.port || 5432}`;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = folder === null ? dial(Number(target.port), target.hostname) : dial(path);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const goAway = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  undo.defer(goAway);
  const proxied = new URL(`postgres://127.0.0.1:${port}${target.pathname}`);
  proxied.username = target.username;
  proxied.password = target.password;
  const sql = connect({ url: proxied.href, max: 10, applicationName: 'parley-test' });
  undo.defer(() => sql.end({ timeout: 1 }));
  const kept = undo.move();
  return {
    sql,
    url: proxied.href,
    steady,
    goAway,
    comeBack: () => listen(port),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
