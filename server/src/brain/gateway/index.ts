export { type CheckedCallback, checkCallback } from './callback/check-callback.ts';
export type { EndpointSettings } from './endpoint.ts';
export { type Exchange, recordingOutbound } from './endpoint-test/recording-outbound.ts';
export { contractGaps, type EndpointTestStep, runEndpointTest } from './endpoint-test/run-endpoint-test.ts';
export { createGateway, type Gateway, type GatewayDeps } from './gateway.ts';
export type { ExchangeRecord } from './login/exchange-record.ts';
export type { LogoutOutcome } from './login/logout.ts';
