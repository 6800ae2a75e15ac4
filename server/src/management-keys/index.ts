export type { ManagementKey } from './management-key.ts';
export { createManagementKeys, isManagementKey, type ManagementKeys } from './management-keys.ts';
