import type { NewWebhook, Webhook } from '@parley/protocol/management';
import type { ManagementClient } from '@parley/protocol/management/client';
import { changedFields, changeText, newFields, secretText } from './change-text.ts';
import type { Directory } from './numbered.ts';
import type { ItemKind } from './plan-items.ts';
import type { WebhookEntry } from './setup-file.ts';

type View = Webhook & { readonly secret?: string };

export function webhookKind(
  client: ManagementClient,
  account: string,
  entries: readonly WebhookEntry[],
  existing: readonly Webhook[],
  directory: Directory,
): ItemKind<WebhookEntry, View, NewWebhook> {
  const paramsOf = (webhook: string) => ({ account, webhook });
  const update: ItemKind<WebhookEntry, View, Partial<NewWebhook>>['update'] = (id, body, options) =>
    client.call('webhooks.update', { params: paramsOf(id), body, ...options });
  return {
    noun: 'webhook',
    account,
    entries,
    existing,
    directory,
    bodyOf: ({ headers = {}, events, ...entry }) => ({
      body: { ...entry, headers, events: events ?? null },
      isComplete: true,
    }),
    get: (id) => client.call('webhooks.get', { params: paramsOf(id) }),
    create: (body, options) => client.call('webhooks.create', { params: { account }, body, ...options }),
    update,
    remove: (id, options) => client.call('webhooks.delete', { params: paramsOf(id), ...options }),
    newLines: ({ name: _, headers, ...entry }) => [
      ...newFields(entry),
      ...Object.keys(headers ?? {}).map((header) => `header ${header}: ${secretText}`),
    ],
    async changedLines(before, after, { headers = {} }) {
      const onlyHeaders = await update(before.id, { headers }, { dryRun: true, ifMatch: before.version });
      return [
        ...changedFields(before, after, ['url', 'events']),
        ...(onlyHeaders.version === before.version
          ? []
          : [changeText('headers', before.headerNames, after.headerNames)]),
      ];
    },
    secretOf: ({ secret }) => secret ?? null,
  };
}
