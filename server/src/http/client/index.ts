export { authenticateRoute } from './authenticate-route.ts';
export { preflightRoute } from './cors.ts';
