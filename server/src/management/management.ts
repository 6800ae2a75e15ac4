import { createMembers } from '../accounts/index.ts';
import type { AllOf } from '../kernel/index.ts';
import { accountHandlers } from './account-handlers.ts';
import { auditHandlers } from './audit-handlers.ts';
import { authHandlers } from './auth-handlers.ts';
import { avatarHandlers } from './avatar-handlers.ts';
import { consentHandlers } from './consent-handlers.ts';
import { dataHandlers } from './data-handlers.ts';
import { deliveryHandlers } from './delivery-handlers.ts';
import { eventHandlers } from './event-handlers.ts';
import { grantHandlers } from './grant-handlers.ts';
import { keyHandlers } from './key-handlers.ts';
import { createLiveStreams } from './live-stream.ts';
import { managementKeyHandlers } from './management-key-handlers.ts';
import { meHandlers } from './me-handlers.ts';
import { memberHandlers } from './member-handlers.ts';
import { operatorHandlers } from './operator-handlers.ts';
import { overviewHandlers } from './overview-handlers.ts';
import { partnerHandlers } from './partner-handlers.ts';
import { createHealthCheck } from './process-health.ts';
import { type CallRunner, createCallRunner } from './run-call.ts';
import { sessionHandlers } from './session-handlers.ts';
import { webhookHandlers } from './webhook-handlers.ts';

const makers = [
  accountHandlers,
  auditHandlers,
  authHandlers,
  avatarHandlers,
  consentHandlers,
  dataHandlers,
  deliveryHandlers,
  eventHandlers,
  grantHandlers,
  keyHandlers,
  managementKeyHandlers,
  meHandlers,
  memberHandlers,
  operatorHandlers,
  overviewHandlers,
  partnerHandlers,
  sessionHandlers,
  webhookHandlers,
] as const;
type Maker = (typeof makers)[number];
type Other = typeof createLiveStreams | typeof createHealthCheck | typeof createCallRunner;
type MadeHere = 'members' | 'streams' | 'health' | 'handlers';

/** The dependencies of all handlers, except those that are made here. */
export type ManagementDeps = Omit<AllOf<Parameters<Maker | Other>[0]>, MadeHere>;

export type Management = Disposable & { readonly run: CallRunner };

/** Every call of the management API. HTTP maps requests to them. */
export function createManagement(deps: ManagementDeps): Management {
  const streams = createLiveStreams(deps);
  const health = createHealthCheck(deps);
  const all = { ...deps, members: createMembers(deps.sql), streams, health };
  const made: AllOf<ReturnType<Maker>> = Object.assign({}, ...makers.map((make) => make(all)));
  return {
    run: createCallRunner({ ...deps, handlers: made }),
    [Symbol.dispose]() {
      streams[Symbol.dispose]();
      health[Symbol.dispose]();
    },
  };
}
