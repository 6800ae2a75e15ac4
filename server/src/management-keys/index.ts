export type { ManagementKey } from './management-key.ts';
export { createManagementKeys, type ManagementKeyInput, type ManagementKeys } from './management-keys.ts';
