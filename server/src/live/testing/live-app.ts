import type { Socket } from 'node:net';
import { type SessionState, sessionFields } from '@parley/protocol';
import type { AvatarInput } from '../../avatars/index.ts';
import {
  type Answer,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';
import { freePort, type TestDatabase, testChange } from '../../testing/index.ts';
import type { ConnectionEvent } from './connection-events.ts';
import { type ScriptedEndpoint, startEndpoint } from './endpoint.ts';
import { until } from './until.ts';
import { Wire } from './wire.ts';

export type Joined = {
  readonly sessionId: string;
  readonly ticket: string;
  readonly resume: string;
  readonly visitor: string | null;
};
export type StoredEvent = {
  readonly name: string;
  readonly sequence: number;
  readonly details: Readonly<Record<string, unknown>>;
};
type NewAvatarInput = Parameters<TestApp['app']['avatars']['create']>[2];
type AppOptions = NonNullable<Parameters<typeof testApp>[0]>;
type Settings = NonNullable<AppOptions['settings']>;

export type SessionRecord = {
  readonly state: string;
  readonly avatarStatus: string | null;
  readonly endReason: string | null;
  readonly endedBy: string | null;
  readonly login: string;
  readonly logout: string;
  readonly turns: readonly {
    readonly number: number;
    readonly kind: string;
    readonly outcome: string;
    readonly heard: string | null;
    readonly detail: Readonly<Record<string, unknown>> | null;
  }[];
  readonly transcript: readonly { speaker: string; message: string; interrupted?: true }[];
};

/** The whole service in this process, listening, with an account and an endpoint. */
export class LiveApp implements AsyncDisposable {
  readonly test: TestApp;
  readonly url: string;
  readonly endpoint: ScriptedEndpoint;
  readonly party: TestAccount;
  readonly #connections: ReadonlySet<Socket>;
  readonly #undo: AsyncDisposableStack;

  private constructor(
    test: TestApp,
    url: string,
    endpoint: ScriptedEndpoint,
    party: TestAccount,
    connections: ReadonlySet<Socket>,
    undo: AsyncDisposableStack,
  ) {
    this.test = test;
    this.url = url;
    this.endpoint = endpoint;
    this.party = party;
    this.#connections = connections;
    this.#undo = undo;
  }

  static async start(
    settings: Settings = {},
    database?: TestDatabase,
    more: Pick<AppOptions, 'link' | 'tracer' | 'voiceFolder'> = {},
  ): Promise<LiveApp> {
    await using undo = new AsyncDisposableStack();
    const endpoint = undo.use(await startEndpoint());
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const plenty = { JOIN_RATE: 100_000, JOIN_BURST: 100_000, EDGE_RATE: 100_000, EDGE_BURST: 100_000 };
    const test = undo.use(
      await testApp({
        baseUrl: url,
        settings: { ...plenty, ...settings },
        ...(database === undefined ? {} : { database }),
        ...more,
      }),
    );
    await test.app.server.listen({ host: '127.0.0.1', port });
    const connections = new Set<Socket>();
    test.app.server.server.on('connection', (socket: Socket) => {
      connections.add(socket);
      socket.once('close', () => connections.delete(socket));
    });
    const party = await makeTestAccount(test.app, `ours-${port}`);
    const key = { accountId: party.accountId, id: party.keyId };
    await testChange(test.sql, (change) =>
      test.app.keys.setLimits(change, key, { burst: 100_000, rate: 100_000 }),
    );
    return new LiveApp(test, url, endpoint, party, connections, undo.move());
  }

  get live(): TestApp['app']['live'] {
    return this.test.app.live;
  }

  /** An avatar in front of the scripted endpoint, without a greeting. */
  async avatar(input: Partial<NewAvatarInput> = {}): Promise<number> {
    const defaults = {
      name: 'Ada',
      greeting: '',
      endpointUrl: this.endpoint.url,
      endpointKey: 'endpoint-key',
    };
    const all = { ...defaults, ...input };
    const { avatars } = this.test.app;
    return (await testChange(this.test.sql, (change) => avatars.create(change, this.party.accountId, all)))
      .id;
  }

  async changeAvatar(id: number, input: AvatarInput): Promise<void> {
    const ref = { accountId: this.party.accountId, id };
    await testChange(this.test.sql, (change) => this.test.app.avatars.update(change, ref, input));
  }

  async deleteAvatar(id: number): Promise<void> {
    const ref = { accountId: this.party.accountId, id };
    await testChange(this.test.sql, (change) => this.test.app.avatars.remove(change, ref));
  }

  async enableEvents(...names: string[]): Promise<void> {
    const { extended } = this.test.app.webhookServices;
    await testChange(this.test.sql, (change) => extended.set(change, this.party.accountId, names, true));
  }

  /** The id of a new webhook of the account. */
  async webhook(): Promise<string> {
    const { webhooks } = this.test.app.webhookServices;
    const input = { name: 'Hook', url: 'http://127.0.0.1:9/' };
    const { webhook } = await testChange(this.test.sql, (change) =>
      webhooks.create(change, this.party.accountId, input),
    );
    return webhook.id;
  }

  /** The webhooks that the events of a session were enqueued for. */
  async webhooksOf(sessionId: string): Promise<string[]> {
    const rows = await this.test.sql<{ id: string }[]>`
      select webhook_id as id from deliveries where session_id = ${sessionId}
      union all select webhook_id from finished_deliveries where session_id = ${sessionId}`;
    return rows.map(({ id }) => id);
  }

  async authenticate(avatarId: number | string, input: object = {}, headers = {}): Promise<Answer> {
    return await this.test.send({
      method: 'POST',
      url: '/client/authenticate',
      headers: { 'content-type': 'application/json', ...headers },
      body: { avatarId: String(avatarId), ...input },
    });
  }

  async join(avatarId: number, input: object = {}): Promise<Joined> {
    const { status, body, text } = await this.authenticate(avatarId, input);
    if (status !== 200) throw new Error(`no session: ${text}`);
    return body as Joined;
  }

  /** A session with an attached client that has opened the conversation. */
  async talk(avatarId: number, input: object = {}) {
    const joined = await this.join(avatarId, input);
    const wire = await this.enter(joined);
    wire.ready();
    return { ...joined, wire };
  }

  async enter(pass: Parameters<typeof Wire.enter>[1]) {
    return await Wire.enter(this.url, pass);
  }

  async token(avatarId: number, expireAt?: number): Promise<string> {
    const { body } = await this.test.send({
      method: 'POST',
      url: '/auth/generate-token',
      headers: { 'x-api-key': this.party.key, 'content-type': 'application/json' },
      body: { avatar_id: String(avatarId), ...(expireAt === undefined ? {} : { expire_at: expireAt }) },
    });
    return (body as { jwt: string }).jwt;
  }

  async callback(sessionId: string, message: string, more: object = {}, headers = {}): Promise<Answer> {
    const { authToken } = this.endpoint.login(sessionId);
    return await this.test.send({
      method: 'POST',
      url: '/gateway/callback',
      headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json', ...headers },
      body: { sessionId, message, ...more },
    });
  }

  async query(sessionId: string): Promise<Answer & { state: SessionState }> {
    const answer = await this.test.send({
      url: `/session/query?sessionId=${sessionId}&fields=${sessionFields.join(',')}`,
      headers: { 'x-api-key': this.party.key },
    });
    return { ...answer, state: (answer.body as { state: SessionState }).state };
  }

  async disconnect(sessionId: string): Promise<Answer> {
    return await this.test.send({
      method: 'POST',
      url: '/sessions/disconnect',
      headers: { 'x-api-key': this.party.key, 'content-type': 'application/json' },
      body: { session_id: sessionId },
    });
  }

  async record(sessionId: string): Promise<SessionRecord> {
    // After a restart the session belongs to an account of the previous app.
    const [row] = await this.test.sql<{ account: string }[]>`
      select account_id as account from sessions where id = ${sessionId}`;
    const { body } = await this.test.operate({ url: `/v1/accounts/${row?.account}/sessions/${sessionId}` });
    return body as SessionRecord;
  }

  /** The turns of a session, once there are at least this many. */
  async untilTurns(sessionId: string, count: number): Promise<SessionRecord['turns']> {
    return await until(`${count} turns of ${sessionId}`, async () => {
      // A service that has just found its database again may refuse once more.
      const { turns = [] } = await this.record(sessionId);
      return turns.length >= count && turns;
    });
  }

  async events(sessionId: string | null): Promise<StoredEvent[]> {
    const { sql } = this.test;
    const rows = await sql<{ sequence: number; body: string }[]>`
      select sequence, body from events where session_id is not distinct from ${sessionId} order by sequence`;
    return rows.map(({ sequence, body }) => ({ ...(JSON.parse(body) as StoredEvent), sequence }));
  }

  /** The connection events of a session. */
  async connectionEvents(sessionId: string): Promise<ConnectionEvent[]> {
    const events = await this.events(sessionId);
    return events
      .filter(({ name }) => name === 'connection:state-changed')
      .map(({ details }) => ({
        state: String(details.state),
        reason: details.reason as string | undefined,
        willReconnect: details.will_attempt_reconnect as boolean | undefined,
        duration: details.duration as number | undefined,
      }));
  }

  async states(sessionId: string): Promise<string[]> {
    return (await this.connectionEvents(sessionId)).map(({ state }) => state);
  }

  /** Waits until the session's row has this state. */
  async untilState(sessionId: string, state: string): Promise<void> {
    await until(`session ${sessionId} ${state}`, async () => (await this.record(sessionId)).state === state);
  }

  /** Waits until the session has ended and its post-session tasks are done. */
  async untilSettled(sessionId: string): Promise<SessionRecord> {
    await this.untilState(sessionId, 'ended');
    await until(`session ${sessionId} is settled`, async () => {
      const [row] = await this.test.sql<{ settled: boolean }[]>`
        select logout <> 'due' and transcript <> 'due' as settled from sessions where id = ${sessionId}`;
      return row?.settled;
    });
    return await this.record(sessionId);
  }

  /** Breaks all connections. */
  breakConnections(): void {
    for (const socket of this.#connections) socket.destroy();
  }

  /** Moves the clock and checks all deadlines. */
  async pass(ms: number): Promise<void> {
    this.test.clock.advance(ms);
    await this.live.sessions.sweep();
  }

  /** The same, and retries the LOGOUTs that are then due. */
  async passToLogouts(ms: number): Promise<void> {
    await this.pass(ms);
    await this.live.postSessionTasks.retryLogouts();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#undo.disposeAsync();
  }
}
