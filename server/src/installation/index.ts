export { connectDemoAvatar, lastDemoUrl } from './demo-avatar.ts';
export { ensureFirstAccount, ensureFirstOperator, type FirstAccount } from './first-account.ts';
export { installationId } from './installation-values.ts';
export { acquireProcessLock, DatabaseInUse } from './process-lock.ts';
export {
  checkSecretKey,
  readSecretKeys,
  resealMark,
  sealedInstallationValues,
  WrongSecretKey,
} from './secret-key.ts';
export { loadSessionTokens, type SessionTokens } from './session-tokens.ts';
