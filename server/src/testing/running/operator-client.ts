import type { RunningService } from '../service.ts';

type Created = { readonly id: string };
type KeyLimits = { readonly burst: number; readonly rate: number };

export type OperatorClient = {
  /** Returns the answer's body. Throws if the answer is not a success. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** The id of the account that the first start made. */
  firstAccount(): Promise<string>;
  /** Creates an account. Returns its id. */
  account(name: string): Promise<string>;
  /** Creates an avatar, without a greeting unless the settings have one. Returns its id. */
  avatar(account: string, settings: { readonly name: string } & Record<string, unknown>): Promise<string>;
  webhook(account: string, name: string, url: string): Promise<Created & { readonly secret: string }>;
  /** Creates an API key, if given with limits of its own. */
  key(account: string, permissions: readonly string[], limits?: KeyLimits): Promise<string>;
};

/** Talks to a running service with its operator's token. */
export function operatorClient({
  url,
  operatorToken,
}: Pick<RunningService, 'url' | 'operatorToken'>): OperatorClient {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${operatorToken}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  const create = <T extends Created>(path: string, body: object): Promise<T> =>
    call<T>('POST', `/v1/accounts${path}`, body);
  return {
    call,
    async firstAccount() {
      const { items } = await call<{ items: Created[] }>('GET', '/v1/accounts');
      return items[0]?.id ?? '';
    },
    account: async (name) => (await create('', { name, email: `${name.toLowerCase()}@example.com` })).id,
    avatar: async (account, settings) =>
      (await create(`/${account}/avatars`, { greeting: '', ...settings })).id,
    webhook: (account, name, url) => create(`/${account}/webhooks`, { name, url }),
    async key(account, permissions, limits) {
      const body = { name: 'load', permissions };
      const { id, key } = await create<Created & { key: string }>(`/${account}/keys`, body);
      if (limits !== undefined) await call('PUT', `/v1/accounts/${account}/keys/${id}/limits`, limits);
      return key;
    },
  };
}
