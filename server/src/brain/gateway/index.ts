export type { EndpointSettings } from './endpoint.ts';
export { type TrialStep, tryEndpoint } from './endpoint-trial.ts';
export type { ExchangeRecord } from './exchange-record.ts';
export { createGateway, type Gateway, type GatewayDeps } from './gateway.ts';
export type { LogoutOutcome } from './logout.ts';
