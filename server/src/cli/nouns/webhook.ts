import { type Command, type CommandContext, UsageError } from '../command.ts';
import { textRecord, textTable } from '../table.ts';
import { accountFlag, scopeFlag, scopeQuery, whichAccount } from './which-account.ts';

type Webhook = { id: string; name: string; url: string; state: string; held?: number; pending?: number };

const path = (context: CommandContext, rest = ''): string =>
  `/operator/webhooks/${encodeURIComponent(context.target)}${rest}${scopeQuery(context)}`;
const headerFlag = {
  kind: 'texts',
  about: 'a header to send along, as "Name: value"; may be given more than once',
} as const;

export const webhookCommands: readonly Command[] = [
  {
    noun: 'webhook',
    verb: 'create',
    about: 'create a webhook; its secret is shown only once',
    flags: {
      account: accountFlag,
      name: { kind: 'text', about: 'what it is for', required: true },
      url: { kind: 'text', about: 'address of the receiver', required: true },
      header: headerFlag,
    },
    run: async (context) => {
      const account = await whichAccount(context);
      const { name, url } = context.flags;
      const made = await context.service.call('POST', '/operator/webhooks', {
        account,
        name,
        url,
        headers: headersOf(context),
      });
      const { id, secret, warning } = made as { id: string; secret: string; warning?: string };
      return { id, secret, ...(warning === undefined ? {} : { warning }) };
    },
    show: (made: { id: string; secret: string }) =>
      `${textRecord(made)}\n\nKeep the secret now: it cannot be shown again. Assign the webhook with "avatar update AVATAR --webhook ${made.id}".`,
  },
  {
    noun: 'webhook',
    verb: 'list',
    about: 'list an account’s webhooks',
    flags: { account: accountFlag },
    run: async (context) => {
      const account = encodeURIComponent(await whichAccount(context));
      const answer = await context.service.call('GET', `/operator/webhooks?account=${account}`);
      return (answer as { webhooks: Webhook[] }).webhooks;
    },
    show: (webhooks: Webhook[]) =>
      textTable(
        ['ID', 'NAME', 'STATE', 'WAITING', 'URL'],
        webhooks.map((entry) => [
          entry.id,
          entry.name,
          entry.state,
          String(entry.held ?? entry.pending ?? 0),
          entry.url,
        ]),
      ),
  },
  verb('show', 'show a webhook', (context) => context.service.call('GET', path(context))),
  {
    ...verb('update', 'change a webhook', (context) => {
      const { name, url, header } = context.flags;
      return context.service.call('PATCH', path(context), {
        ...(name === undefined ? {} : { name }),
        ...(url === undefined ? {} : { url }),
        ...(header === undefined ? {} : { headers: headersOf(context) }),
      });
    }),
    flags: {
      account: scopeFlag,
      name: { kind: 'text', about: 'a new name' },
      url: { kind: 'text', about: 'a new address' },
      header: { ...headerFlag, about: `${headerFlag.about}; replaces all` },
    },
  },
  {
    ...verb('rotate', 'give a webhook a new secret; it is shown only once', (context) =>
      context.service.call('POST', path(context, '/rotate'), {
        overlap_seconds: overlapSeconds(context.flags.overlap),
      }),
    ),
    flags: {
      account: scopeFlag,
      overlap: { kind: 'text', about: 'seconds for which requests carry the old signature too' },
    },
  },
  verb('test', 'send a test request and show the result', (context) =>
    context.service.call('POST', path(context, '/test')),
  ),
  verb('enable', 'enable a paused webhook again, after a test has passed', (context) =>
    context.service.call('POST', path(context, '/enable')),
  ),
  {
    ...verb('delete', 'delete a webhook', (context) => {
      const joined = scopeQuery(context) === '' ? '?' : '&';
      return context.service.call(
        'DELETE',
        `${path(context)}${context.flags.discard === true ? `${joined}discard=true` : ''}`,
      );
    }),
    flags: { account: scopeFlag, discard: { kind: 'switch', about: 'discard its waiting deliveries' } },
  },
];

function verb(name: string, about: string, run: Command['run']): Command {
  return {
    noun: 'webhook',
    verb: name,
    about,
    target: 'WEBHOOK',
    flags: { account: scopeFlag },
    run,
    show: textRecord,
  };
}

function headersOf({ flags }: CommandContext): Record<string, string> {
  const given = Array.isArray(flags.header) ? flags.header : [];
  return Object.fromEntries(
    given.map((text: string) => {
      const [, name, value] = /^([^:]+):\s*(.*)$/.exec(text) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`--header "${text}" is not "Name: value".`);
      return [name.trim(), value];
    }),
  );
}

function overlapSeconds(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value !== 'string' || !/^\d{1,7}$/.test(value))
    throw new UsageError('--overlap must be a number of seconds.');
  return Number(value);
}
