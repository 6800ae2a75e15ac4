export { createGatewayLog, type GatewayLog } from './gateway-log.ts';
