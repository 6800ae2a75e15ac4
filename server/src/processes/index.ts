export { killAll, sendSignal } from './end.ts';
export { isAlive, maxDescriptors, processesIn, startTime, workingFolder } from './inspect.ts';
export { onParentGone } from './parent-gone.ts';
export { completeProgram, type ProgramEnvironment, startNodeProgram, startProgram } from './programs.ts';
export { waitFor } from './wait-for.ts';
