import { createMembers } from '../../accounts/index.ts';
import type { Route } from '../route.ts';
import { accountHandlers } from './account-handlers.ts';
import { auditHandlers } from './audit-handlers.ts';
import { authHandlers } from './auth-handlers.ts';
import { avatarHandlers } from './avatar-handlers.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { dataHandlers } from './data-handlers.ts';
import { deliveryHandlers } from './delivery-handlers.ts';
import { eventHandlers } from './event-handlers.ts';
import { createDashboardGuard, type DashboardGuard } from './guard.ts';
import { keyHandlers } from './key-handlers.ts';
import { createLiveStreams } from './live-stream.ts';
import { meHandlers } from './me-handlers.ts';
import { memberHandlers } from './member-handlers.ts';
import { operatorHandlers } from './operator-handlers.ts';
import { overviewHandlers } from './overview-handlers.ts';
import { createHealthCheck } from './process-health.ts';
import { sessionHandlers } from './session-handlers.ts';
import { webhookHandlers } from './webhook-handlers.ts';

type DepsOf<F extends (deps: never) => unknown> = Parameters<F>[0];

/** The dependencies of all handlers, except those that are made here. */
export type DashboardDeps = Omit<
  DepsOf<typeof accountHandlers> &
    DepsOf<typeof authHandlers> &
    DepsOf<typeof avatarHandlers> &
    DepsOf<typeof keyHandlers> &
    DepsOf<typeof meHandlers> &
    DepsOf<typeof operatorHandlers> &
    DepsOf<typeof sessionHandlers> &
    DepsOf<typeof webhookHandlers> &
    DepsOf<typeof createLiveStreams> &
    DepsOf<typeof createHealthCheck>,
  'members' | 'streams' | 'stillMember' | 'health'
>;

export type Dashboard = Disposable & { readonly routes: Route[]; readonly guard: DashboardGuard };

/** The API of the dashboard's pages. */
export function createDashboard(deps: DashboardDeps): Dashboard {
  const { sql, signIn, bus, baseUrl } = deps;
  const members = createMembers(sql);
  const streams = createLiveStreams(deps);
  const health = createHealthCheck(deps);
  const stillMember = async (accountId: string, personId: string, signInId: string): Promise<boolean> => {
    const [found] = await sql`
      select from members join sign_ins on sign_ins.person_id = members.person_id
      where account_id = ${accountId} and members.person_id = ${personId} and sign_ins.id = ${signInId}
        and expires_at > now()`;
    return found !== undefined;
  };
  const all = { ...deps, members, streams, health, stillMember };
  const routes = dashboardRoutes(sql, {
    ...accountHandlers(all),
    ...auditHandlers(all),
    ...authHandlers(all),
    ...avatarHandlers(all),
    ...dataHandlers(all),
    ...deliveryHandlers(all),
    ...eventHandlers(all),
    ...keyHandlers(all),
    ...meHandlers(all),
    ...memberHandlers(all),
    ...operatorHandlers(all),
    ...overviewHandlers(all),
    ...sessionHandlers(all),
    ...webhookHandlers(all),
  });
  return {
    routes,
    guard: createDashboardGuard({ signIn, members, limits: bus.limits, baseUrl }),
    [Symbol.dispose]() {
      streams[Symbol.dispose]();
      health[Symbol.dispose]();
    },
  };
}
