import type { ManagementKey as ManagementKeyAnswer } from '@parley/protocol/management';

/** A management key as it is stored. Its state depends on the time. */
export type ManagementKey = Omit<ManagementKeyAnswer, 'state'> & { readonly accountId: string };
