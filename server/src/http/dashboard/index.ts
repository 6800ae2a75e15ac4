export { createDashboard, type Dashboard, type DashboardDeps } from './dashboard.ts';
export { dashboardPageRoutes } from './page-routes.ts';
