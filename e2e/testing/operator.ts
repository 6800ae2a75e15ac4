import type { NewAvatar } from '@parley/protocol/management';
import { createManagementClient, listAll } from '@parley/protocol/management/client';
import type { RunningService } from '../../server/src/testing/index.ts';

/** The operator's access to a running service. */
export function operatorOf(service: RunningService) {
  const client = createManagementClient({ url: service.url, token: service.operatorToken });
  return {
    call: client.call,
    /** The first account of the installation. */
    async account(): Promise<string> {
      return (await listAll(client, 'accounts.list')).at(-1)?.id ?? '';
    },
    async avatar(settings: NewAvatar): Promise<string> {
      const params = { account: await this.account() };
      return (await client.call('avatars.create', { params, body: { greeting: '', ...settings } })).id;
    },
    /** The events that webhooks received about a session's connection. */
    async connections(sessionId: string): Promise<Record<string, unknown>[]> {
      const params = { account: await this.account(), session: sessionId };
      const { events } = await client.call('sessions.get', { params });
      return events
        .filter(({ name }) => name === 'connection:state-changed')
        .map(({ details }) => details as Record<string, unknown>);
    },
    async token(avatarId: string): Promise<string> {
      const params = { account: await this.account() };
      const body = { name: 'e2e', permissions: ['generate_tokens'] };
      const { key } = await client.call('keys.create', { params, body });
      const response = await fetch(`${service.url}/auth/generate-token`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ avatar_id: avatarId }),
      });
      return ((await response.json()) as { jwt: string }).jwt;
    },
  };
}
