import { createMembers } from '../accounts/index.ts';
import type { UnionToIntersection } from '../kernel/index.ts';
import { accountHandlers } from './account/account-handlers.ts';
import { auditHandlers } from './account/audit-handlers.ts';
import { dataHandlers } from './account/data-handlers.ts';
import { memberHandlers } from './account/member-handlers.ts';
import { overviewHandlers } from './account/overview-handlers.ts';
import { avatarHandlers } from './avatars/avatar-handlers.ts';
import { type CallRunner, createCallRunner } from './calls/run-call.ts';
import { keyHandlers } from './keys/key-handlers.ts';
import { managementKeyHandlers } from './keys/management-key-handlers.ts';
import { operatorHandlers } from './operator/operator-handlers.ts';
import { createHealthCheck } from './operator/process-health.ts';
import { consentHandlers } from './partners/consent-handlers.ts';
import { grantHandlers } from './partners/grant-handlers.ts';
import { partnerHandlers } from './partners/partner-handlers.ts';
import { authHandlers } from './people/auth-handlers.ts';
import { meHandlers } from './people/me-handlers.ts';
import { answeringHandlers } from './sessions/answering-handlers.ts';
import { createLiveStreams } from './sessions/live-stream.ts';
import { replayHandlers } from './sessions/replay-handlers.ts';
import { sessionHandlers } from './sessions/session-handlers.ts';
import { createWatchStreams } from './sessions/watch-streams.ts';
import { deliveryHandlers } from './webhooks/delivery-handlers.ts';
import { eventHandlers } from './webhooks/event-handlers.ts';
import { webhookHandlers } from './webhooks/webhook-handlers.ts';

const makers = [
  accountHandlers,
  answeringHandlers,
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
  replayHandlers,
  sessionHandlers,
  webhookHandlers,
] as const;
type Maker = (typeof makers)[number];
type Other =
  | typeof createLiveStreams
  | typeof createWatchStreams
  | typeof createHealthCheck
  | typeof createCallRunner;
type InternalDeps = 'members' | 'streams' | 'watching' | 'health' | 'handlers';

/** The dependencies of all handlers, except those that are made here. */
export type ManagementDeps = Omit<UnionToIntersection<Parameters<Maker | Other>[0]>, InternalDeps>;

export type Management = Disposable & { readonly run: CallRunner };

/** Every call of the management API. HTTP maps requests to them. */
export function createManagement(deps: ManagementDeps): Management {
  const streams = createLiveStreams(deps);
  const watching = createWatchStreams(deps);
  const health = createHealthCheck(deps);
  const all = { ...deps, members: createMembers(deps.sql), streams, watching, health };
  const made: UnionToIntersection<ReturnType<Maker>> = Object.assign({}, ...makers.map((make) => make(all)));
  return {
    run: createCallRunner({ ...deps, handlers: made }),
    [Symbol.dispose]() {
      streams[Symbol.dispose]();
      watching[Symbol.dispose]();
      health[Symbol.dispose]();
    },
  };
}
