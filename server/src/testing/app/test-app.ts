import type { LightMyRequestResponse } from 'fastify';
import { type App, createApp } from '../../app/app.ts';
import { type Cluster, type ClusterWork, joinCluster } from '../../app/cluster.ts';
import type { AppDeps } from '../../app/deps.ts';
import { type Bus, createMemoryBus, type Link } from '../../bus/index.ts';
import type { Sql } from '../../db/index.ts';
import { answersOf } from '../../http/index.ts';
import { createLog, newProcessId } from '../../kernel/index.ts';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { parseSettings, type Role } from '../../settings/index.ts';
import { cheapPasswords } from '../../sign-in/testing/cheap-passwords.ts';
import { stopInTime } from '../leaks/stop-in-time.ts';
import { type TestDatabase, testDatabase } from '../test-database.ts';
import { type Answer, answerOf, type Request } from './answer.ts';
import { insertSigningKeys, testBox } from './signing-keys.ts';

export const testBaseUrl = 'https://talk.example.com';
const noPages = '/no/such/folder';
export const testOperatorToken = 'parley_operator_of_the_tests';

export type LogLine = Readonly<Record<string, unknown>> & { readonly level: string; readonly msg: string };

export type TestApp = AsyncDisposable & {
  readonly app: App;
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly bus: Bus;
  /** Null if the app is alone. */
  readonly cluster: (Cluster & ClusterWork) | null;
  readonly clock: ReturnType<typeof manualClock>;
  readonly logged: readonly LogLine[];
  send(request: Request): Promise<Answer>;
  /** The same with the operator's token. */
  operate(request: Request): Promise<Answer>;
};

export type TestAppOptions = {
  readonly settings?: Partial<AppDeps['settings']>;
  /** The app's address, for tests that let it listen. */
  readonly baseUrl?: string;
  /** By default the app gets its own, which is deleted with it. */
  readonly database?: TestDatabase;
  /** Connects the app with others on the same database. The app beats and reaps only when the test calls for it. */
  readonly link?: Link;
  readonly roles?: readonly Role[];
  readonly dataFolder?: string;
  /** Null: deliveries are sent only when the test calls the engine. */
  readonly deliveryPollMs?: number | null;
  /** How long connections may take for each of their phases. */
  readonly timeouts?: NonNullable<AppDeps['timeouts']>;
  /** The time limit for its stop. Generous by default. */
  readonly stopWithinMs?: number;
  readonly tracer?: NonNullable<AppDeps['tracer']>;
  readonly voiceFolder?: string;
  /** Whether the app serves the built pages, which most tests do not need. */
  readonly hasPages?: boolean;
};

/** The whole service in this process, on a database of its own, with a clock that only the test advances. */
export const testApp = async ({
  settings = {},
  baseUrl = testBaseUrl,
  database,
  link,
  stopWithinMs,
  hasPages = false,
  ...rest
}: TestAppOptions = {}): Promise<TestApp> => {
  await using undo = new AsyncDisposableStack();
  const { sql, url: databaseUrl } = database ?? undo.use(await testDatabase());
  await insertSigningKeys(sql);
  const clock = manualClock();
  const logged: LogLine[] = [];
  const log = createLog('debug', { write: (line) => logged.push(JSON.parse(line) as LogLine) });
  const cluster =
    link === undefined
      ? null
      : undo.use(
          await joinCluster({
            link,
            processId: newProcessId(),
            sql,
            databaseUrl,
            clock,
            log,
            roles: ['all'],
            beatMs: null,
            reapMs: null,
          }),
        );
  const bus = cluster?.bus ?? undo.use(createMemoryBus(clock));
  const app = undo.use(
    await createApp({
      settings: {
        ...parseSettings({}, noPages),
        MAX_CONNECTIONS_PER_SOURCE: 20_000,
        MAIL_FROM: 'parley@localhost',
        DRAIN_SECONDS: 60,
        ...settings,
      },
      servicePorts: [],
      baseUrl,
      sql,
      databaseUrl,
      bus,
      box: testBox,
      clock,
      log,
      processes: cluster?.processes ?? null,
      operatorToken: testOperatorToken,
      backgroundMs: null,
      espeakProgram: null,
      ...(hasPages ? {} : { webFolder: noPages }),
      passwords: { cost: cheapPasswords },
      isBusy: () => false,
      ...rest,
    }),
  );
  const work = cluster && undo.use(cluster.attach(app.live));
  const undocumented = collectUndocumented(app);
  const send = async ({ method = 'GET', url, headers = {}, body, from = '203.0.113.1' }: Request) =>
    answerOf(
      (await app.server.inject({
        method,
        url,
        remoteAddress: from,
        headers: { host: new URL(baseUrl).host, ...headers },
        ...(body === undefined
          ? {}
          : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      })) as LightMyRequestResponse,
    );
  const kept = undo.move();
  return {
    app,
    sql,
    databaseUrl,
    bus,
    cluster: cluster && work && { ...cluster, ...work },
    clock,
    logged,
    send,
    operate: ({ headers, ...rest }) =>
      send({ ...rest, headers: { authorization: `Bearer ${testOperatorToken}`, ...headers } }),
    async [Symbol.asyncDispose]() {
      await stopInTime('The app', kept.disposeAsync(), stopWithinMs);
      if (undocumented.size > 0)
        throw new Error(`[HT22] the reference does not list: ${[...undocumented].sort().join(', ')}`);
    },
  };
};

/** Collects the statuses with which routes answered and which their reference does not list. */
function collectUndocumented({ server }: App): ReadonlySet<string> {
  const found = new Set<string>();
  server.addHook('onResponse', async (request, reply) => {
    const { route } = request.routeOptions.config;
    if (route === undefined || route.document === null || reply.statusCode in answersOf(route)) return;
    found.add(`${route.method} ${route.path} ${reply.statusCode}`);
  });
  return found;
}
