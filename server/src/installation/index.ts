export { connectDemo } from './demo-avatar.ts';
export { type FirstThings, makeFirstOperator, makeFirstThings } from './first-start.ts';
export { checkSecretKey, openSealedBox, resealMark, WrongSecretKey } from './secret-key.ts';
export { loadSessionTokens, type SessionTokens } from './session-tokens.ts';
export { beSoleProcess, DatabaseInUse } from './sole-process.ts';
