import { createMembers } from '../accounts/index.ts';
import { accountHandlers } from './account-handlers.ts';
import { auditHandlers } from './audit-handlers.ts';
import { authHandlers } from './auth-handlers.ts';
import { avatarHandlers } from './avatar-handlers.ts';
import type { Handlers } from './call-context.ts';
import { dataHandlers } from './data-handlers.ts';
import { deliveryHandlers } from './delivery-handlers.ts';
import { eventHandlers } from './event-handlers.ts';
import { extendedEventHandlers } from './extended-event-handlers.ts';
import { keyHandlers } from './key-handlers.ts';
import { createLiveStreams } from './live-stream.ts';
import { managementKeyHandlers } from './management-key-handlers.ts';
import { meHandlers } from './me-handlers.ts';
import { memberHandlers } from './member-handlers.ts';
import { operatorHandlers } from './operator-handlers.ts';
import { overviewHandlers } from './overview-handlers.ts';
import { createHealthCheck } from './process-health.ts';
import { type CallRunner, createCallRunner } from './run-call.ts';
import { sessionHandlers } from './session-handlers.ts';
import { webhookHandlers } from './webhook-handlers.ts';

type DepsOf<F extends (deps: never) => unknown> = Parameters<F>[0];

/** The dependencies of all handlers, except those that are made here. */
export type ManagementDeps = Omit<
  DepsOf<typeof accountHandlers> &
    DepsOf<typeof authHandlers> &
    DepsOf<typeof avatarHandlers> &
    DepsOf<typeof createCallRunner> &
    DepsOf<typeof keyHandlers> &
    DepsOf<typeof managementKeyHandlers> &
    DepsOf<typeof meHandlers> &
    DepsOf<typeof memberHandlers> &
    DepsOf<typeof operatorHandlers> &
    DepsOf<typeof sessionHandlers> &
    DepsOf<typeof webhookHandlers> &
    DepsOf<typeof createLiveStreams> &
    DepsOf<typeof createHealthCheck>,
  'handlers' | 'members' | 'streams' | 'health'
>;

export type Management = Disposable & { readonly run: CallRunner };

/** Every call of the management API. HTTP maps requests to them. */
export function createManagement(deps: ManagementDeps): Management {
  const streams = createLiveStreams(deps);
  const health = createHealthCheck(deps);
  const all = { ...deps, members: createMembers(deps.sql), streams, health };
  const handlers: Handlers = {
    ...accountHandlers(all),
    ...auditHandlers(all),
    ...authHandlers(all),
    ...avatarHandlers(all),
    ...dataHandlers(all),
    ...deliveryHandlers(all),
    ...eventHandlers(all),
    ...extendedEventHandlers(all),
    ...keyHandlers(all),
    ...managementKeyHandlers(all),
    ...meHandlers(all),
    ...memberHandlers(all),
    ...operatorHandlers(all),
    ...overviewHandlers(all),
    ...sessionHandlers(all),
    ...webhookHandlers(all),
  };
  return {
    run: createCallRunner({ ...deps, handlers }),
    [Symbol.dispose]() {
      streams[Symbol.dispose]();
      health[Symbol.dispose]();
    },
  };
}
