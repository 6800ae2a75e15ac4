export type { Answer, Method, Request } from './answer.ts';
export { type EndpointName, endpointNames, endpoints } from './endpoints.ts';
export { type FaultName, faultyRequest } from './faulty-request.ts';
export { type HeldConnection, holdConnection } from './held-connection.ts';
export { type LiveSession, liveSession } from './live-session.ts';
export { type RawAnswer, type RawExchange, rawExchange } from './raw-exchange.ts';
export { testBox } from './signing-keys.ts';
export { makeKey, makeTestAccount, type TestAccount } from './test-account.ts';
export { type LogLine, type TestApp, testApp, testBaseUrl, testOperatorToken } from './test-app.ts';
