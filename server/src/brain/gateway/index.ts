export { type CheckedCallback, checkCallback } from './callback/check-callback.ts';
export type { EndpointSettings } from './endpoint.ts';
export { createGateway, type Gateway, type GatewayDeps } from './gateway.ts';
export type { ExchangeRecord } from './login/exchange-record.ts';
export type { LogoutOutcome } from './login/logout.ts';
export { contractGaps, type TrialStep, tryEndpoint } from './trial/endpoint-trial.ts';
export { type Exchange, recordingOutbound } from './trial/recording-outbound.ts';
