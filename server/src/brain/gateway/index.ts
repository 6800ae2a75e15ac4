export type { EndpointSettings } from './endpoint.ts';
export { type TrialStep, tryEndpoint } from './endpoint-trial.ts';
export { createGateway, type Gateway, type GatewayDeps } from './gateway.ts';
export type { LogoutOutcome } from './logout.ts';
export type { NotedExchange } from './noted-exchange.ts';
