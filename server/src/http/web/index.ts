export { dashboardPageRoutes } from './dashboard-pages.ts';
export { readStaticFiles } from './static-files.ts';
export { turnModelRoute } from './turn-model-route.ts';
export { webRoutes } from './web-routes.ts';
