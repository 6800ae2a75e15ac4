export { startDemoEndpoint } from './demo-endpoint.ts';
