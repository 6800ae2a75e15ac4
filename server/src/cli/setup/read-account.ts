import type { ApiKey, AvatarInList, Invitation, Member, Webhook } from '@parley/protocol/management';
import { listAll, type ManagementClient } from '@parley/protocol/management/client';

/** Lists of an account's things, each in the order of creation. */
export function accountReader(client: ManagementClient, account: string) {
  const params = { account };
  return {
    webhooks: async (): Promise<Webhook[]> => (await listAll(client, 'webhooks.list', { params })).reverse(),
    avatars: async (): Promise<AvatarInList[]> =>
      (await listAll(client, 'avatars.list', { params })).sort((a, b) => Number(a.id) - Number(b.id)),
    /** Without revoked keys. */
    keys: async (): Promise<ApiKey[]> =>
      (await listAll(client, 'keys.list', { params })).filter(({ state }) => state !== 'revoked').reverse(),
    members: (): Promise<Member[]> => listAll(client, 'members.list', { params }),
    invitations: async (): Promise<Invitation[]> =>
      (await listAll(client, 'invitations.list', { params })).reverse(),
  };
}
export type AccountReader = ReturnType<typeof accountReader>;
