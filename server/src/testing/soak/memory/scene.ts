import type { OperatorClient } from '../../running/index.ts';

export type MemoryAccount = { readonly id: string; readonly avatar: string };

type AccountInput = { readonly name: string; readonly endpointUrl: string; readonly webhookUrl?: string };

/** An account with an avatar that has transcripts and lets pages make it speak. */
export async function createAccount(
  operator: OperatorClient,
  { name, endpointUrl, webhookUrl }: AccountInput,
): Promise<MemoryAccount> {
  const id = await operator.account(name);
  const settings = { name, endpointUrl, transcript: true, allowSay: true };
  const webhook =
    webhookUrl === undefined ? {} : { webhookId: (await operator.webhook(id, name, webhookUrl)).id };
  return { id, avatar: await operator.avatar(id, { ...settings, ...webhook }) };
}
