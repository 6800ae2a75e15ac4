import { createHub } from '../../bus/index.ts';
import { FlakyLink } from '../../bus/testing/flaky-link.ts';
import { hubLink } from '../../bus/testing/hub-link.ts';
import { systemClock } from '../../kernel/index.ts';
import { testDatabase } from '../../testing/index.ts';
import { LiveApp } from './live-app.ts';
import { until } from './until.ts';

export type LiveCluster = AsyncDisposable & {
  readonly apps: readonly LiveApp[];
  /** Adds one more process. */
  add(): Promise<LiveApp>;
  linkOf(app: LiveApp): FlakyLink;
  /** Makes a process look for sessions to take over. */
  look(app: LiveApp): Promise<void>;
  /** Cuts a process off from the others. */
  cutOff(app: LiveApp): Promise<void>;
  /** Lets a process's lease run out and makes another process take over. */
  failOver(dead: LiveApp, adopter: LiveApp): Promise<void>;
};

/** Several processes of one service in this process: one database, one hub, an app for each. */
export async function liveCluster(count: number): Promise<LiveCluster> {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(await testDatabase({ max: 20 * count }));
  const hub = createHub(systemClock);
  const apps: LiveApp[] = [];
  const cuts = new Map<LiveApp, () => Promise<void>>();
  const links = new Map<LiveApp, FlakyLink>();
  const add = async (): Promise<LiveApp> => {
    const { link: stable, close } = hubLink(hub);
    const link = new FlakyLink(stable);
    running.defer(close);
    const app = running.use(await LiveApp.start({}, database, { link }));
    apps.push(app);
    cuts.set(app, close);
    links.set(app, link);
    return app;
  };
  const running = undo.use(new AsyncDisposableStack());
  for (let i = 0; i < count; i++) await add();
  const kept = undo.move();
  return {
    apps,
    add,
    linkOf(app) {
      const link = links.get(app);
      if (link === undefined) throw new Error('no process of this cluster');
      return link;
    },
    async look(app) {
      await becomeSteady(app);
      await keepSteady(app);
      await app.test.cluster?.reap();
    },
    cutOff: async (app) => await cuts.get(app)?.(),
    async failOver(dead, adopter) {
      const id = dead.test.cluster?.membership.id ?? '';
      await database.sql`update processes set lease_until = now() - interval '1 s' where id = ${id}`;
      await becomeSteady(adopter);
      await until('the dead process has nothing left', async () => {
        await keepSteady(adopter);
        await adopter.test.cluster?.reap();
        return (await database.sql`select from processes where id = ${id}`).length === 0;
      });
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Lets a whole lease of beats pass. */
async function becomeSteady({ test: { clock, cluster } }: LiveApp): Promise<void> {
  for (let beat = 0; beat < 4; beat++) {
    clock.advance(2_000);
    await cluster?.membership.beatNow();
  }
}

/** The database uses its own clock, and the machine may be slow. */
async function keepSteady({ test: { cluster, sql } }: LiveApp): Promise<void> {
  await cluster?.membership.beatNow();
  const id = cluster?.membership.id ?? '';
  await sql`update processes set steady_since = now() - interval '1 h' where id = ${id}`;
}
