export { createDashboard, type Dashboard } from './dashboard.ts';
export { dashboardPageRoutes } from './page-routes.ts';
