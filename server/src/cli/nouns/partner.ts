import type { Partner } from '@parley/protocol/management';
import { type Command, command, type Flags } from '../command.ts';
import { textRecord } from '../table.ts';
import { callCommand, listCommand, paramsOf } from './call-command.ts';
import { allowlistOf, given, listOf, requiredFlag, textFlag, textOf } from './flag-values.ts';

const redirectUriFlag = {
  kind: 'texts',
  about: 'where browsers go after consent, must match exactly; repeat the flag for more',
} as const;
const conversationsFlag = {
  kind: 'switch',
  about: 'send session:conversation to its webhook; --no-conversations stops that',
} as const;

const conversationsOf = ({ conversations }: Flags) =>
  given({ conversations: typeof conversations === 'boolean' ? conversations : undefined });

const partnerText = ({ webhook, ...partner }: Partner): string =>
  `${textRecord(partner)}\n\nWebhook\n${textRecord(webhook)}`;

export const partnerCommands: readonly Command[] = [
  command('partner create', 'create a partner. Both of its secrets are shown only once', {
    flags: {
      name: requiredFlag('what the consent page calls it'),
      'redirect-uri': { ...redirectUriFlag, required: true },
      'webhook-url': requiredFlag('URL that receives the events'),
      conversations: conversationsFlag,
    },
    async run({ flags, service }) {
      const body = {
        name: String(flags.name),
        redirectUris: listOf(flags['redirect-uri']) ?? [],
        webhookUrl: String(flags['webhook-url']),
        ...conversationsOf(flags),
      };
      const { id, clientSecret, webhookSecret } = await service.call('partners.create', { body });
      return { client_id: id, client_secret: clientSecret, webhook_secret: webhookSecret };
    },
    show: (made: object) =>
      `${textRecord(made)}\n\nCopy both secrets now. They are shown only once, and the client secret cannot be replaced.`,
  }),
  listCommand('partner list', 'partners.list', {
    columns: {
      ID: 'id',
      NAME: 'name',
      STATE: ({ webhook }) => webhook.state,
      WAITING: ({ webhook }) => webhook.waiting,
      GRANTS: 'grants',
      WEBHOOK: ({ webhook }) => webhook.url,
    },
  }),
  callCommand('partner show PARTNER', 'partners.get', { show: partnerText }),
  callCommand('partner update PARTNER', 'partners.update', {
    flags: {
      name: textFlag('a new name'),
      'redirect-uri': redirectUriFlag,
      'webhook-url': textFlag('a new URL for the events'),
      events: { kind: 'list', about: 'only these events; "all" is every event' },
      conversations: conversationsFlag,
    },
    body: ({ flags }) => ({
      ...given({
        name: textOf(flags.name),
        redirectUris: listOf(flags['redirect-uri']),
        webhookUrl: textOf(flags['webhook-url']),
        events: allowlistOf(flags.events),
      }),
      ...conversationsOf(flags),
    }),
    show: partnerText,
  }),
  command('partner rotate PARTNER', 'give a partner a new signing secret. The old one also signs for a day', {
    flags: {},
    async run(context) {
      const params = await paramsOf('partners.rotate', context);
      const { id, webhookSecret, oldSecretUntil } = await context.service.call('partners.rotate', {
        params,
      });
      return { client_id: id, webhook_secret: webhookSecret, old_secret_until: oldSecretUntil };
    },
    show: ({ old_secret_until: until, ...made }: { old_secret_until: number }) =>
      `${textRecord(made)}\n\nCopy the secret now. It is shown only once. The old one also signs until ${new Date(until).toISOString()}.`,
  }),
  callCommand('partner pause PARTNER', 'partners.pause', { show: partnerText }),
  callCommand('partner enable PARTNER', 'partners.enable', { show: partnerText }),
  callCommand('partner delete PARTNER', 'partners.delete', {
    show: ({ grants, discarded }) =>
      `The partner is deleted. Ended grants: ${grants}. Discarded deliveries: ${discarded}.`,
  }),
  listCommand('partner grants PARTNER', 'partners.grants', {
    columns: {
      ID: 'id',
      ACCOUNT: ({ account }) => `${account.name} (${account.id})`,
      SCOPES: 'scopes',
      AVATARS: ({ avatars }) => avatars?.map(({ id }) => id) ?? 'all',
      GRANTED: ({ grantedAt }) => dateText(grantedAt),
      USED: ({ lastUsedAt }) => dateText(lastUsedAt),
      ENDED: ({ withdrawnAt }) => dateText(withdrawnAt),
      BY: 'endedBy',
    },
  }),
];

const dateText = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
