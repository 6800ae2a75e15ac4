/** What integrators and the service agree on, without the schemas: programs of integrators must not load a validator. */
export * from './api-answers.ts';
export * from './error-codes.ts';
export * from './event-message.ts';
export type { EventDetails, EventName } from './events.ts';
export { maxSpokenMessageBytes } from './frames/limits.ts';
export * from './gateway.ts';
export * from './json-depth.ts';
export * from './session-state.ts';
