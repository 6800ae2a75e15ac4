import { type Command, type CommandContext, UsageError } from '../command.ts';
import { textRecord, textTable } from '../table.ts';
import { scopeFlag, scopeQuery } from './which-account.ts';

type Delivery = {
  id: string;
  event: string;
  status: string;
  attempt_count: number;
  last_response: number | null;
  created_at: string;
};

const webhookFlag = { kind: 'text', about: 'the webhook’s id', required: true } as const;
const filterFlags = {
  account: scopeFlag,
  status: { kind: 'text', about: 'pending, held, delivered, exhausted or discarded' },
  event: { kind: 'text', about: 'only this event' },
  since: { kind: 'text', about: 'only from this time on, such as 2026-01-31T12:00:00Z' },
} as const;
const path = (context: CommandContext, rest = ''): string =>
  `/operator/deliveries/${encodeURIComponent(context.target)}${rest}${scopeQuery(context)}`;

export const deliveryCommands: readonly Command[] = [
  {
    noun: 'delivery',
    verb: 'list',
    about: 'list a webhook’s deliveries, newest first',
    flags: {
      ...filterFlags,
      webhook: webhookFlag,
      before: { kind: 'text', about: 'only deliveries before this id, for the next page' },
      limit: { kind: 'text', about: 'how many, 200 at most' },
    },
    run: async ({ flags, service }) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(flags))
        if (typeof value === 'string') query.set(name, value);
      const answer = await service.call('GET', `/operator/deliveries?${query}`);
      return (answer as { deliveries: Delivery[] }).deliveries;
    },
    show: (deliveries: Delivery[]) =>
      textTable(
        ['ID', 'EVENT', 'STATUS', 'ATTEMPTS', 'LAST', 'CREATED'],
        deliveries.map((entry) => [
          entry.id,
          entry.event,
          entry.status,
          String(entry.attempt_count),
          String(entry.last_response ?? '-'),
          entry.created_at,
        ]),
      ),
  },
  {
    noun: 'delivery',
    verb: 'show',
    about: 'show a delivery with its payload and every attempt',
    target: 'DELIVERY',
    flags: { account: scopeFlag },
    run: (context) => context.service.call('GET', path(context)),
    show: ({ attempts, ...delivery }: { attempts: Record<string, unknown>[] }) =>
      [textRecord(delivery), ...attempts.map((attempt) => `\n${textRecord(attempt)}`)].join('\n'),
  },
  {
    noun: 'delivery',
    verb: 'replay',
    about: 'send a delivery again; --webhook and --status together replay many',
    target: '[DELIVERY]',
    flags: { ...filterFlags, webhook: { kind: 'text', about: 'replay this webhook’s deliveries' } },
    run: (context) => {
      if (context.target !== '') return context.service.call('POST', path(context, '/replay'));
      const { webhook, status, event, since } = context.flags;
      if (webhook === undefined || status === undefined) {
        throw new UsageError('Name a delivery, or say which ones with --webhook and --status.');
      }
      return context.service.call('POST', `/operator/deliveries/replay${scopeQuery(context)}`, {
        webhook,
        status,
        event,
        since,
      });
    },
    show: textRecord,
  },
  {
    noun: 'delivery',
    verb: 'discard',
    about: 'discard a waiting delivery',
    target: 'DELIVERY',
    flags: { account: scopeFlag },
    run: (context) => context.service.call('POST', path(context, '/discard')),
    show: textRecord,
  },
];
