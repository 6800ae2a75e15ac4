export { createGuards } from './access/guards.ts';
export { createHostCheck } from './access/host-check.ts';
export { createDashboard, type Dashboard, type DashboardDeps } from './dashboard/index.ts';
export { createRequestMeter } from './request-meter.ts';
export type { Access, Route } from './route.ts';
export { createRoutes, type RouteDeps } from './routes.ts';
export { closeServer, createServer } from './server.ts';
