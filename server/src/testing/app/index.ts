export type { Answer, Method, Request } from './answer.ts';
export { type EndpointName, endpointNames, endpoints } from './endpoints.ts';
export { type FaultName, faultyRequest } from './faulty-request.ts';
export { type LiveSession, liveSession } from './live-session.ts';
export { makeKey, makeParty, type Party } from './party.ts';
export { type RawAnswer, type RawExchange, rawExchange } from './raw-exchange.ts';
export { type LogLine, type TestApp, testApp, testBaseUrl, testOperatorToken } from './test-app.ts';
