export { createGatewayLog, type Exchange, type GatewayLog } from './gateway-log.ts';
