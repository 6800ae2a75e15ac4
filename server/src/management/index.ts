export { Download, EventStream } from './answers.ts';
export type { Caller, Identified } from './caller.ts';
export { catalogue } from './event-samples.ts';
export { createManagement, type Management, type ManagementDeps } from './management.ts';
export type { CallRunner } from './run-call.ts';
