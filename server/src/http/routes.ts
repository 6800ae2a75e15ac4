import type { Bus } from '../bus/index.ts';
import type { SessionTokens } from '../installation/index.ts';
import type { UnionToIntersection } from '../kernel/index.ts';
import type { CallRunner } from '../management/index.ts';
import type { Settings } from '../settings/index.ts';
import type { SigningKeys } from '../tokens/index.ts';
import * as api from './api/index.ts';
import * as client from './client/index.ts';
import { gatewayCallbackRoute } from './gateway/gateway-callback-route.ts';
import { healthRoutes } from './health/health-routes.ts';
import { jwksRoute } from './health/jwks-route.ts';
import { managementRoutes } from './management/management-routes.ts';
import { discoveryRoutes, oauthRoutes } from './oauth/index.ts';
import { referenceRoutes } from './reference/index.ts';
import type { Route } from './route.ts';
import { dashboardPageRoutes, readStaticFiles, turnModelRoute, webRoutes } from './web/index.ts';

const makers = [
  api.generateTokenRoute,
  api.listAvatarsRoute,
  api.querySessionRoute,
  api.disconnectSessionRoute,
  api.eventFeedRoute,
  client.authenticateRoute,
  client.avatarInfoRoute,
  client.modelRoute,
  client.portraitRoute,
  client.transcribeRoute,
  client.transcriptRoute,
  client.ratingRoute,
  gatewayCallbackRoute,
] as const;
type Maker =
  | (typeof makers)[number]
  | typeof discoveryRoutes
  | typeof oauthRoutes
  | typeof healthRoutes
  | typeof turnModelRoute
  | typeof webRoutes;
type InternalDeps = keyof SessionTokens | 'limits' | 'sessions' | 'joinRule' | 'files';

/** The dependencies of all routes, except those that are made here. */
export type RouteDeps = Omit<UnionToIntersection<Parameters<Maker>[0]>, InternalDeps> & {
  readonly settings: Pick<Settings, 'JOIN_BURST' | 'JOIN_RATE'>;
  readonly version: string;
  /** The folder with the built pages. */
  readonly webFolder: string;
  readonly bus: Bus;
  readonly signingKeys: SigningKeys;
  readonly sessionTokens: SessionTokens;
  readonly runCall: CallRunner;
};

/** Every route of the service. The reference page and `/openapi.json` describe those that have a document. */
export function createRoutes(deps: RouteDeps): Route[] {
  const { settings, sessionTokens } = deps;
  const { limits, sessions } = deps.bus;
  const joinRule = { burst: settings.JOIN_BURST, rate: settings.JOIN_RATE };
  const files = readStaticFiles(deps.webFolder);
  const all = { ...deps, ...sessionTokens, limits, sessions, joinRule, files };
  const documented = [
    ...makers.map((make) => make(all)),
    jwksRoute(deps.signingKeys),
    ...discoveryRoutes(deps),
    ...oauthRoutes(deps),
    ...healthRoutes(deps),
    ...managementRoutes(deps.runCall),
  ];
  return [
    ...documented,
    client.preflightRoute('/client/authenticate', 'POST', 'content-type, traceparent'),
    client.preflightRoute('/client/transcribe', 'POST', 'authorization, content-type'),
    client.preflightRoute('/client/avatars/:id', 'GET', 'authorization'),
    client.preflightRoute('/client/sessions/:session/transcript', 'GET', 'authorization'),
    client.preflightRoute('/client/sessions/:session/rating', 'POST', 'authorization, content-type'),
    turnModelRoute(all),
    ...webRoutes(all),
    ...dashboardPageRoutes(all),
    ...referenceRoutes(documented, deps.baseUrl, deps.version),
  ];
}
