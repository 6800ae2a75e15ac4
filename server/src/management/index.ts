export type { Caller, Identified } from './calls/caller.ts';
export { sealedAnswers } from './calls/idempotency.ts';
export { Download, EventStream } from './calls/non-json-answers.ts';
export type { CallRunner } from './calls/run-call.ts';
export { createManagement, type Management, type ManagementDeps } from './management.ts';
