import { readJson } from './read-json.ts';

const allPermissions = ['generate_tokens', 'read_avatars', 'read_session_state', 'disconnect_sessions'];
const noLimit = 1_000_000;

export type AvatarInput = {
  readonly name: string;
  readonly endpoint?: string;
  readonly webhook?: string;
  readonly greeting?: string;
};
export type MadeWebhook = { readonly id: string; readonly secret: string };

export type Operator = {
  createUnlimitedKey(accountId: string): Promise<string>;
  renameAvatar(id: string, name: string): Promise<void>;
  createAvatar(accountId: string, input: AvatarInput): Promise<number>;
  createWebhook(accountId: string, input: { name: string; url: string }): Promise<MadeWebhook>;
};

export function createOperator(port: number, token: string): Operator {
  const call = <T>(method: string, path: string, body: unknown): Promise<T> =>
    readJson<T>(`http://127.0.0.1:${port}/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    async createUnlimitedKey(accountId) {
      const input = { account: accountId, name: 'bench', permissions: allPermissions };
      const { id, key } = await call<{ id: string; key: string }>('POST', '/keys', input);
      await call('PUT', `/keys/${id}/limits`, { burst: noLimit, rate: noLimit });
      return key;
    },
    async renameAvatar(id, name) {
      await call('PATCH', `/avatars/${id}`, { name });
    },
    async createAvatar(accountId, input) {
      const { id } = await call<{ id: string }>('POST', '/avatars', { account: accountId, ...input });
      return Number(id);
    },
    createWebhook: (accountId, input) => call('POST', '/webhooks', { account: accountId, ...input }),
  };
}
