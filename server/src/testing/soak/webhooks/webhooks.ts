import { strict as assert } from 'node:assert';
import { randomInt } from 'node:crypto';
import type { Sql } from '../../../db/index.ts';
import { enqueueAll, makeEvent } from '../../../events/index.ts';
import { waitFor } from '../../../processes/index.ts';
import { seededDataFolder } from '../../data-folder.ts';
import { pollOptions } from '../../deadlines.ts';
import { embeddedDatabase } from '../../running/index.ts';
import { type RunningService, startService } from '../../service.ts';
import { type Hook, makeHooks, startLedger } from './webhook-ledger.ts';

export type Plan = {
  readonly events: number;
  readonly kills: number;
  /** How many of the kills also kill the database. */
  readonly databaseKills: number;
  /** One in this many first attempts is refused. Null: none. */
  readonly refuseOneOf: number | null;
};

export type Tally = {
  readonly committed: number;
  readonly received: number;
  readonly duplicates: number;
  readonly kills: number;
  readonly databaseKills: number;
  readonly seconds: number;
};

/**
 * Events are committed all the time, while the service is repeatedly killed at random moments, sometimes with its
 * database. In the end every committed event has reached its receiver, and the log agrees.
 */
export async function crashDeliveries(plan: Plan, say: (line: string) => void): Promise<Tally> {
  const beganAt = performance.now();
  await using folder = await seededDataFolder('webhooks');
  await using ledger = await startLedger(plan.refuseOneOf);
  const start = () => startService({ dataDir: folder.path, env: { LOG_LEVEL: 'warn' } });
  let service = await start();
  try {
    const hooks = await makeHooks(service, ledger);
    await using database = await embeddedDatabase(folder.path);
    const driver = new Driver(database.sql, hooks, plan.events);
    const driving = driver.run();
    for (let kill = 1; kill <= plan.kills; kill++) {
      // Events are written up to this number before the kill. The kill happens at a random point among their
      // deliveries.
      const goal = Math.floor((plan.events * kill) / (plan.kills + 1));
      driver.allow(goal);
      const share = randomInt(0, 100) / 100;
      const before = ledger.received.size;
      const moment = before + Math.floor((goal - before) * share);
      await eventually(`delivery ${moment}`, () => ledger.received.size >= moment, service);
      const withDatabase = kill % Math.ceil(plan.kills / plan.databaseKills) === 0;
      if (withDatabase) await database.kill(kill % 2 === 0 ? 'SIGKILL' : 'SIGINT');
      // In half of the cases the service can notice that its database is gone.
      if (withDatabase && kill % 4 < 2) await database.isBack();
      await service.kill('SIGKILL');
      await service.ended;
      service = await start();
      if (kill % 10 === 0 || plan.kills < 10) {
        say(`kill ${kill}${withDatabase ? ', with the database' : ''}: ${ledger.received.size} received`);
      }
    }
    driver.allow(plan.events);
    await driving;
    await eventually('all deliveries', () => driver.committed.isSubsetOf(ledger.received), service);
    await eventually('an empty queue', () => isEmpty(database.sql), service);
    await checkLog(database.sql, driver, ledger);
    assert.equal((await service.stop()).code, 0);
    return {
      committed: driver.committed.size,
      received: ledger.requests,
      duplicates: ledger.requests - ledger.received.size - ledger.refused,
      kills: plan.kills,
      databaseKills: plan.databaseKills,
      seconds: Math.round((performance.now() - beganAt) / 1000),
    };
  } finally {
    await service[Symbol.asyncDispose]();
  }
}

/** Commits events in transactions of different sizes, as fast as it is allowed to. */
class Driver {
  readonly committed = new Set<string>();
  readonly #sql: Sql;
  readonly #hooks: readonly Hook[];
  readonly #total: number;
  #allowed = 0;
  #wake = Promise.withResolvers<void>();

  constructor(sql: Sql, hooks: readonly Hook[], total: number) {
    this.#sql = sql;
    this.#hooks = hooks;
    this.#total = total;
  }

  allow(count: number): void {
    this.#allowed = count;
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  async run(): Promise<void> {
    while (this.committed.size < this.#total) {
      const room = this.#allowed - this.committed.size;
      if (room <= 0) await this.#wake.promise;
      else await this.#write(Math.min(room, randomInt(1, 41)));
    }
  }

  async #write(count: number): Promise<void> {
    const events = Array.from({ length: count }, () => {
      const { accountId, avatarId } = this.#hooks[randomInt(this.#hooks.length)] ?? assert.fail();
      const source = { accountId, avatarId, sessionId: null, sequence: null };
      const details = { error: 'Grüße 🎭', avatar_id: String(avatarId), timestamp: Date.now() };
      return makeEvent(source, 'agent:error', details);
    });
    const ids = events.map(({ id }) => id);
    try {
      await this.#sql.begin(async (tx) => await enqueueAll(tx, events));
      for (const id of ids) this.committed.add(id);
    } catch {
      // The connection was lost. Only the table shows whether the transaction was committed before.
      for (const id of await this.#findCommitted(ids)) this.committed.add(id);
    }
  }

  async #findCommitted(ids: readonly string[]): Promise<string[]> {
    const found = await waitFor(
      () =>
        this.#sql<{ id: string }[]>`select id from events where id = any(${[...ids]}::text[])`.then(
          (rows) => rows.map(({ id }) => id),
          () => undefined,
        ),
      pollOptions,
    );
    return found ?? assert.fail('the database did not come back');
  }
}

async function eventually(
  what: string,
  probe: () => boolean | Promise<boolean>,
  service: RunningService,
): Promise<void> {
  const came = await waitFor(async () => (await probe()) || undefined, { ...pollOptions, everyMs: 5 });
  assert.ok(came, `waited in vain for ${what}; the service said:\n${service.output().slice(-2_000)}`);
}

async function isEmpty(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`select not exists (select from deliveries) as empty`;
  return row?.empty ?? false;
}

async function checkLog(sql: Sql, driver: Driver, ledger: { received: ReadonlySet<string> }): Promise<void> {
  const logged = await sql<{ id: string; rows: number; state: string; attempts: number; made: number }[]>`
    select events.id, count(*)::int as rows, min(state) as state, min(attempts)::int as attempts,
      (select count(*)::int from attempts where delivery_id = min(log.id)) + count(success_at)::int as made
    from events left join finished_deliveries as log on log.event_id = events.id
    where name = 'agent:error' group by events.id`;
  assert.deepEqual(new Set(logged.map(({ id }) => id)), driver.committed, 'other events than were committed');
  const wrong = logged.filter(
    ({ id, rows, state, attempts, made }) =>
      rows !== 1 || state !== 'delivered' || attempts < 1 || made < attempts || !ledger.received.has(id),
  );
  assert.deepEqual(wrong, [], 'the log does not agree with the receiver');
}

export async function run(): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const plan = { events: 20_000, kills: 50, databaseKills: 5, refuseOneOf: 200 };
  say(JSON.stringify(await crashDeliveries(plan, say)));
}
