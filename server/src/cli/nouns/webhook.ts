import { type Call, type Command, UsageError } from '../command.ts';
import { textRecord, textTable } from '../table.ts';
import { accountFlag, scopeFlag, scopeQuery, whichAccount } from './which-account.ts';

type Webhook = { id: string; name: string; url: string; state: string; held?: number; pending?: number };

const path = (call: Call, rest = ''): string =>
  `/operator/webhooks/${encodeURIComponent(call.target)}${rest}${scopeQuery(call)}`;
const headerFlag = {
  kind: 'texts',
  about: 'a header to send along, as "Name: value"; may be given more than once',
} as const;

export const webhookCommands: readonly Command[] = [
  {
    noun: 'webhook',
    verb: 'create',
    about: 'make a webhook; its secret is shown this once',
    flags: {
      account: accountFlag,
      name: { kind: 'text', about: 'what it is for', required: true },
      url: { kind: 'text', about: 'address of the receiver', required: true },
      header: headerFlag,
    },
    run: async (call) => {
      const account = await whichAccount(call);
      const { name, url } = call.flags;
      const made = await call.service.call('POST', '/operator/webhooks', {
        account,
        name,
        url,
        headers: headersOf(call),
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
    run: async (call) => {
      const account = encodeURIComponent(await whichAccount(call));
      const answer = await call.service.call('GET', `/operator/webhooks?account=${account}`);
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
  verb('show', 'show a webhook', (call) => call.service.call('GET', path(call))),
  {
    ...verb('update', 'change a webhook', (call) => {
      const { name, url, header } = call.flags;
      return call.service.call('PATCH', path(call), {
        ...(name === undefined ? {} : { name }),
        ...(url === undefined ? {} : { url }),
        ...(header === undefined ? {} : { headers: headersOf(call) }),
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
    ...verb('rotate', 'give a webhook a new secret; it is shown this once', (call) =>
      call.service.call('POST', path(call, '/rotate'), {
        overlap_seconds: overlapSeconds(call.flags.overlap),
      }),
    ),
    flags: {
      account: scopeFlag,
      overlap: { kind: 'text', about: 'seconds for which the old secret signs too' },
    },
  },
  verb('test', 'send a test and say how it went', (call) => call.service.call('POST', path(call, '/test'))),
  verb('enable', 'make a paused webhook active again, after a passing test', (call) =>
    call.service.call('POST', path(call, '/enable')),
  ),
  {
    ...verb('delete', 'delete a webhook', (call) => {
      const joined = scopeQuery(call) === '' ? '?' : '&';
      return call.service.call(
        'DELETE',
        `${path(call)}${call.flags.discard === true ? `${joined}discard=true` : ''}`,
      );
    }),
    flags: { account: scopeFlag, discard: { kind: 'switch', about: 'discard what waits for it' } },
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

function headersOf({ flags }: Call): Record<string, string> {
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
