import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { type Child, startChild } from '../../../server/src/testing/load/child.ts';
import { Crowd } from '../../../server/src/testing/load/crowd.ts';
import type { EndpointReady } from '../../../server/src/testing/load/endpoint-program.ts';
import {
  createJoining,
  inParallel,
  openConversation,
  openSocket,
} from '../../../server/src/testing/load/joining.ts';
import { createServiceVisitor } from '../../../server/src/testing/load/service-visitor.ts';
import { operatorClient } from '../../../server/src/testing/running/index.ts';
import { openDatabase } from '../service/open-database.ts';
import type { RelayInput, RelayReady } from './relay.ts';
import { createRelayVisitor } from './relay-visitor.ts';

const joinsAtOnce = 16;
/** More pages than PostgreSQL ever adds to a table in advance. */
const emptyPages = 512;

export type Scene = AsyncDisposable & {
  readonly ours: Crowd;
  readonly relay: Crowd;
  readonly service: Child<ServiceAddress>;
  readonly relayProcess: Child<RelayReady>;
  readonly sessionIds: readonly string[];
  /** Gives both sides this many clients. */
  growTo(clients: number): Promise<void>;
  /** Counts the turns that the service stores from now on. */
  countRecorded(): Promise<() => Promise<number>>;
};

/** The service, the relay and their endpoint, each in its own process. The clients are in this one. */
export async function startScene(say: (line: string) => void, signal: AbortSignal): Promise<Scene> {
  await using started = new AsyncDisposableStack();
  say('starting an endpoint, the relay, the service and its database');
  const file = (name: string) => new URL(name, import.meta.url);
  const endpoint = started.use(
    await startChild<EndpointReady>(file('../../../server/src/testing/load/endpoint-program.ts'), { signal }),
  );
  const input: RelayInput = { endpointUrl: endpoint.ready.url };
  const relayProcess = started.use(await startChild<RelayReady>(file('./relay.ts'), { input, signal }));
  const service = started.use(
    await startChild<ServiceAddress>(file('../../../server/src/testing/load/service-program.ts'), { signal }),
  );
  signal.throwIfAborted();

  const { port, accountId, databaseUrl } = service.ready;
  const avatarId = await operatorClient(service.ready).avatar(accountId, {
    name: 'Bench',
    endpointUrl: endpoint.ready.url,
  });
  const joining = started.use(createJoining(port, avatarId, joinsAtOnce));
  const sql = openDatabase(databaseUrl, 1);
  started.defer(() => sql.end({ timeout: 1 }));
  const ours = started.use(new Crowd(signal));
  const relay = started.use(new Crowd(signal));

  const sessionIds: string[] = [];

  const running = started.move();
  return {
    sessionIds,
    ours,
    relay,
    service,
    relayProcess,
    async growTo(clients) {
      const missing = clients - ours.size;
      const joined = await inParallel(missing, joinsAtOnce, () => joining.join());
      sessionIds.push(...joined.map(({ sessionId }) => sessionId));
      ours.add(
        joined.map(({ socket }) => {
          openConversation(socket);
          return createServiceVisitor(socket, ours.onFault);
        }),
      );
      const url = `ws://127.0.0.1:${relayProcess.ready.port}/`;
      const opened = await inParallel(missing, joinsAtOnce, () => openSocket(url));
      relay.add(opened.map((socket) => createRelayVisitor(socket, relay.onFault)));
    },
    async countRecorded() {
      // Rows are added at the end of the table. Counting only its last pages leaves the processor to the service.
      const [end] = await sql<{ page: number }[]>`
        select (pg_relation_size('turns') / current_setting('block_size')::int)::int as page`;
      const from = `(${Math.max(0, (end?.page ?? 0) - emptyPages)},0)`;
      const count = async () => {
        const [row] = await sql<{ count: number }[]>`
          select count(*)::int as count from turns where ctid >= ${from}::tid`;
        return row?.count ?? 0;
      };
      const before = await count();
      return async () => (await count()) - before;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
