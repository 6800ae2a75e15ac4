import { createManagementClient } from '@parley/protocol/management/client';

const allPermissions = ['generate_tokens', 'read_avatars', 'read_session_state', 'disconnect_sessions'];
const noLimit = 1_000_000;

export type AvatarInput = {
  readonly name: string;
  readonly endpointUrl?: string;
  readonly webhookId?: string;
  readonly greeting?: string;
  readonly voice?: string;
};
export type CreatedWebhook = { readonly id: string; readonly secret: string };

export type Operator = {
  createUnlimitedKey(accountId: string): Promise<string>;
  renameAvatar(accountId: string, id: string, name: string): Promise<void>;
  createAvatar(accountId: string, input: AvatarInput): Promise<number>;
  createWebhook(accountId: string, input: { name: string; url: string }): Promise<CreatedWebhook>;
};

export function createOperator(port: number, token: string): Operator {
  const client = createManagementClient({ url: `http://127.0.0.1:${port}`, token });
  return {
    async createUnlimitedKey(account) {
      const body = { name: 'bench', permissions: allPermissions };
      const { id, key } = await client.call('keys.create', { params: { account }, body });
      const limits = { burst: noLimit, rate: noLimit };
      await client.call('keys.setLimits', { params: { account, key: id }, body: limits });
      return key;
    },
    async renameAvatar(account, avatar, name) {
      await client.call('avatars.update', { params: { account, avatar }, body: { name } });
    },
    async createAvatar(account, body) {
      const { id } = await client.call('avatars.create', {
        params: { account },
        body: { greeting: '', ...body },
      });
      return Number(id);
    },
    createWebhook: (account, body) => client.call('webhooks.create', { params: { account }, body }),
  };
}
