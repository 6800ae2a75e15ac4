import { Wire } from '../../../live/testing/wire.ts';
import type { OperatorClient } from '../../running/index.ts';

export type MemoryAccount = { readonly id: string; readonly avatar: string };

type AccountInput = { readonly name: string; readonly endpointUrl: string; readonly webhookUrl?: string };

/** An account with an avatar that has transcripts and lets pages make it speak. */
export async function createAccount(
  operator: OperatorClient,
  { name, endpointUrl, webhookUrl }: AccountInput,
): Promise<MemoryAccount> {
  const create = (path: string, body: object) => operator.call<{ id: string }>('POST', path, body);
  const { id } = await create('/v1/accounts', { name, email: `${name}@example.com` });
  const webhook =
    webhookUrl === undefined
      ? {}
      : { webhookId: (await create(`/v1/accounts/${id}/webhooks`, { name, url: webhookUrl })).id };
  const { id: avatar } = await create(`/v1/accounts/${id}/avatars`, {
    name,
    greeting: '',
    endpointUrl,
    transcript: true,
    allowSay: true,
    ...webhook,
  });
  return { id, avatar };
}

/** A session with an attached client that does not come back after a drop. */
export async function enter(url: string, avatarId: string): Promise<{ wire: Wire; sessionId: string }> {
  const answer = await fetch(`${url}/client/authenticate`, {
    method: 'POST',
    body: JSON.stringify({ avatarId }),
  });
  if (!answer.ok) throw new Error(`no session: ${await answer.text()}`);
  const { sessionId, ticket } = (await answer.json()) as { sessionId: string; ticket: string };
  return { wire: await Wire.enter(url, { sessionId, ticket, reconnects: false }), sessionId };
}
