import type { RunningService } from '../../server/src/testing/index.ts';

type Answer = Readonly<Record<string, unknown>>;

/** The operator's way into a running service. */
export function operatorOf(service: RunningService) {
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  return {
    call,
    async account(): Promise<string> {
      const { accounts } = (await call('GET', '/operator/accounts')) as { accounts: { id: string }[] };
      return accounts[0]?.id ?? '';
    },
    async avatar(settings: Answer): Promise<string> {
      const made = await call('POST', '/operator/avatars', { account: await this.account(), ...settings });
      return String(made.id);
    },
    async token(avatarId: string): Promise<string> {
      const account = await this.account();
      const key = await call('POST', '/operator/keys', {
        account,
        name: 'e2e',
        permissions: ['generate_tokens'],
      });
      const response = await fetch(`${service.url}/auth/generate-token`, {
        method: 'POST',
        headers: { 'x-api-key': String(key.key), 'content-type': 'application/json' },
        body: JSON.stringify({ avatar_id: avatarId }),
      });
      return ((await response.json()) as { jwt: string }).jwt;
    },
  };
}
