export { createGuards } from './access/guards.ts';
export { createHostCheck } from './access/host-check.ts';
export type { ConnectionLimits, ConnectionTimeouts } from './connections/index.ts';
export { createManagementGuard, type ManagementGuard } from './management/guard.ts';
export { answersOf } from './reference/answers-of.ts';
export { createRequestMeter } from './request-meter.ts';
export type { Access, Route } from './route.ts';
export { createRoutes, type RouteDeps } from './routes.ts';
export { type ConnectionMeter, createServer } from './server.ts';
