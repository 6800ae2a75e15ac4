import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  type Link,
  type LinkedBus,
  OwnerUnreachable,
  openLinkedBus,
  type SessionOwners,
} from '../bus/index.ts';
import { type Membership, type MembershipDeps, startMembership, startReaper } from '../cluster/index.ts';
import { connect, type Sql } from '../db/index.ts';
import type { Clock, Log } from '../kernel/index.ts';
import type { Live, Processes } from '../live/index.ts';

export type ClusterDeps = Pick<MembershipDeps, 'leaseMs' | 'beatMs'> & {
  readonly link: Link;
  readonly processId: string;
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly roles: readonly string[];
  /** The address of this process, if it is known. */
  readonly url?: string | null;
  /** How often to look for dead processes. Null in tests that do this step by step. */
  readonly reapMs?: number | null;
};

/** This process in a service of several. */
export type Cluster = AsyncDisposable & {
  readonly bus: LinkedBus;
  readonly processes: Processes;
  readonly membership: Membership;
  /** From now on this process serves calls about its sessions and adopts the sessions of dead processes. */
  attach(live: Live): ClusterWork;
  /** Tells the others that this process is stopping. */
  drain(): void;
};

export type ClusterWork = AsyncDisposable & {
  /** Looks for dead processes now. */
  reap(): Promise<void>;
};

const replacedTopic = 'process-replaced';

/** Registers this process in a service of several: its row in the database, and a bus to the other processes. */
export async function joinCluster(deps: ClusterDeps): Promise<Cluster> {
  const { link, processId, sql, databaseUrl, clock, log, roles, url = null, ...periods } = deps;
  await using started = new AsyncDisposableStack();
  const lag = startLagMeter();
  started.defer(() => lag.stop());
  let live: Live | null = null;
  let draining = false;

  const membership = started.use(
    await startMembership({
      ...periods,
      connect: () => connect({ url: databaseUrl, max: 1, applicationName: 'parley beats' }),
      clock,
      log,
      processId,
      url,
      describe: () => ({
        roles,
        sessions: live?.sessions.size ?? 0,
        lagMs: lag.takeMs(),
        draining,
        redis: link.kind === 'redis' ? (link.isUp ? 'up' : 'away') : null,
      }),
      isLinkUp: () => link.isUp,
    }),
  );
  const owners = (): SessionOwners => {
    if (live?.adoption == null) throw new OwnerUnreachable('This process is just starting or stopping.');
    return live.adoption;
  };
  const bus = started.use(
    await openLinkedBus({
      link,
      processId,
      clock,
      log,
      ownerOf: async (sessionId) => await owners().ownerOf(sessionId),
      ownersOf: async (sessionIds) => await owners().ownersOf(sessionIds),
      adopt: async (sessionId) => await owners().adopt(sessionId),
      handOver: async (request) => await owners().handOver(request),
      noticeFreeze: () => membership.noticeFreeze(),
    }),
  );

  const running = started.move();
  return {
    bus,
    membership,
    processes: {
      get id() {
        return membership.id;
      },
      noticeFreeze: () => membership.noticeFreeze(),
      askForSession: bus.handOver,
    },
    attach(attached) {
      const { adoption, sessions } = attached;
      if (adoption === null) throw new Error('live sessions were started as if this process were alone');
      live = attached;
      const work = new AsyncDisposableStack();
      membership.onLost(() => sessions.dropAll());
      work.use(bus.topics.subscribe(replacedTopic, (id) => membership.handleReplaced(id)));
      const reaper = work.use(
        startReaper({
          sql,
          log,
          membership,
          adopter: adoption,
          announce: (id) => bus.topics.publish(replacedTopic, id),
          ...(deps.reapMs === undefined ? {} : { everyMs: deps.reapMs }),
        }),
      );
      return { reap: () => reaper.runNow(), [Symbol.asyncDispose]: () => work.disposeAsync() };
    },
    drain() {
      draining = true;
      void membership.beatNow().catch(() => {});
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** How late the event loop ran since the last call of `takeMs`. */
function startLagMeter() {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  return {
    takeMs(): number {
      const ms = delays.count === 0 ? 0 : Math.max(0, delays.percentile(99) / 1e6 - 20);
      delays.reset();
      return ms;
    },
    stop: () => void delays.disable(),
  };
}
