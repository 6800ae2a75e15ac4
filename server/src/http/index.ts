export { createGuards } from './access/guards.ts';
export { createHostCheck } from './access/host-check.ts';
export { createOperatorTokenCheck } from './access/operator-token.ts';
export { createManagementGuard, type ManagementGuard } from './management/guard.ts';
export { createRequestMeter } from './request-meter.ts';
export type { Access, Route } from './route.ts';
export { createRoutes, type RouteDeps } from './routes.ts';
export { closeServer, createServer } from './server.ts';
