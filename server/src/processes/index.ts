export { isAlive, processesIn, startTime, workingFolder } from './inspect.ts';
export { waitFor } from './wait-for.ts';
