import type { Registry } from 'prom-client';
import type { Avatars } from '../avatars/index.ts';
import type { Bus } from '../bus/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { Sql } from '../db/index.ts';
import type { Transcription } from '../hearing/index.ts';
import type { SessionTokens } from '../installation/index.ts';
import type { Clock, Log } from '../kernel/index.ts';
import type { Keys } from '../keys/index.ts';
import type { Live, TokenChecker } from '../live/index.ts';
import type { CallRunner } from '../management/index.ts';
import type { Settings } from '../settings/index.ts';
import type { AvatarTokens, SigningKeys } from '../tokens/index.ts';
import type { ExtendedEvents, Webhooks } from '../webhooks/index.ts';
import { eventFeedRoute } from './api/event-feed.ts';
import * as api from './api/index.ts';
import * as client from './client/index.ts';
import { gatewayCallbackRoute } from './gateway-callback-route.ts';
import { healthRoutes } from './health-routes.ts';
import { jwksRoute } from './jwks-route.ts';
import { managementRoutes } from './management/management-routes.ts';
import { referenceRoutes } from './reference/index.ts';
import type { Route } from './route.ts';
import { dashboardPageRoutes, readStaticFiles, webRoutes } from './web/index.ts';

export type RouteDeps = {
  readonly settings: Pick<Settings, 'JOIN_BURST' | 'JOIN_RATE'>;
  readonly baseUrl: string;
  readonly version: string;
  /** The folder with the built pages. */
  readonly webFolder: string;
  readonly sql: Sql;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly registry: Registry;
  readonly avatars: Avatars;
  readonly keys: Keys;
  readonly tokens: AvatarTokens;
  readonly checkToken: TokenChecker;
  readonly signingKeys: SigningKeys;
  readonly sessionTokens: SessionTokens;
  readonly join: Live['join'];
  readonly conversations: Conversations;
  readonly transcription: Transcription;
  readonly webhooks: Webhooks;
  readonly extended: ExtendedEvents;
  readonly runCall: CallRunner;
  /** Why the service is not ready; null where it is. */
  ready(): Promise<string | null>;
};

/** Every route of the service. The reference page and `/openapi.json` describe those that have a document. */
export function createRoutes(deps: RouteDeps): Route[] {
  const files = readStaticFiles(deps.webFolder);
  const pages = [...webRoutes({ ...deps, files }), ...dashboardPageRoutes({ files })];
  const documented = [
    ...pages.filter(({ document }) => document !== null),
    ...apiKeyRoutes(deps),
    ...clientRoutes(deps),
    jwksRoute(deps.signingKeys),
    ...healthRoutes(deps),
    ...managementRoutes(deps.runCall),
  ];
  return [
    ...documented,
    client.preflightRoute('/client/authenticate'),
    client.preflightRoute('/client/transcribe', 'POST', 'authorization, content-type'),
    client.preflightRoute('/client/avatars/:id', 'GET', 'authorization'),
    client.preflightRoute('/client/sessions/:session/transcript', 'GET', 'authorization'),
    ...pages.filter(({ document }) => document === null),
    ...referenceRoutes(documented, deps.baseUrl, deps.version),
  ];
}

function apiKeyRoutes(deps: RouteDeps): Route[] {
  const { sessions } = deps.bus;
  return [
    api.generateTokenRoute(deps),
    api.listAvatarsRoute(deps),
    api.querySessionRoute({ sessions }),
    api.disconnectSessionRoute({ sessions }),
    eventFeedRoute(deps),
  ];
}

function clientRoutes(deps: RouteDeps): Route[] {
  const { settings, sessionTokens, baseUrl } = deps;
  const { limits, sessions } = deps.bus;
  const rule = { burst: settings.JOIN_BURST, rate: settings.JOIN_RATE };
  const { hearingSession, isTranscriptTokenOf, isTokenOf: isAuthToken } = sessionTokens;
  return [
    client.authenticateRoute({ join: deps.join, limits, rule }),
    client.avatarInfoRoute(deps),
    client.modelRoute({ avatars: deps.avatars, limits, ownOrigin: baseUrl }),
    client.transcribeRoute({ ...deps, sessions, limits, hearingSession }),
    client.transcriptRoute({ ...deps, limits, isTranscriptTokenOf }),
    gatewayCallbackRoute({ sessions, limits, isAuthToken }),
  ];
}
