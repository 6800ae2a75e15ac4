export { type FirstThings, makeFirstThings } from './first-start.ts';
export { checkSecretKey, openSealedBox, WrongSecretKey } from './secret-key.ts';
export { beSoleProcess, DatabaseInUse } from './sole-process.ts';
