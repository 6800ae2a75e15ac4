import type { NewWebhook, Webhook } from '@parley/protocol/management';
import { changedFields, changeText, newFields, secretText } from './change-text.ts';
import { itemCalls } from './item-calls.ts';
import type { Plan } from './plan.ts';
import type { ItemKind } from './plan-items.ts';
import type { WebhookEntry } from './setup-file.ts';

type View = Webhook & { readonly secret?: string };

export function webhookKind(plan: Plan): ItemKind<WebhookEntry, View, NewWebhook> {
  const calls = itemCalls<View, NewWebhook>(plan, 'webhook');
  return {
    noun: 'webhook',
    calls,
    list: plan.read.webhooks,
    bodyOf: ({ headers = {}, events = null, ...entry }) => ({
      body: { ...entry, headers, events },
      isComplete: true,
    }),
    newLines: ({ name: _, headers = {}, ...entry }) => [
      ...newFields(entry),
      ...Object.keys(headers).map((header) => `header ${header}: ${secretText}`),
    ],
    async changedLines(before, after, { headers = {} }) {
      const fields = changedFields(before, after, ['url', 'events']);
      if (!(await calls.isNew(before, { headers }))) return fields;
      return [...fields, changeText('headers', before.headerNames, after.headerNames)];
    },
    secretOf: ({ secret }) => secret ?? null,
  };
}
