import type { BodyOf, Partner } from '@parley/protocol/management';
import { type Command, command } from '../command.ts';
import { textRecord } from '../table.ts';
import { callCommand, listCommand, paramsOf } from './call-command.ts';
import { fieldFlags } from './field-flags.ts';

const redirectUri = {
  field: 'redirectUris',
  kind: 'texts',
  about: 'where browsers go after consent, must match exactly; repeat the flag for more',
} as const;
const conversations = 'send session:conversation to its webhook; --no-conversations stops that';
const createFields = fieldFlags('partners.create', {
  name: 'what the consent page calls it',
  'redirect-uri': redirectUri,
  'webhook-url': 'URL that receives the events',
  conversations,
});

const partnerText = ({ webhook, ...partner }: Partner): string =>
  `${textRecord(partner)}\n\nWebhook\n${textRecord(webhook)}`;

export const partnerCommands: readonly Command[] = [
  command('partner create', 'create a partner. Both of its secrets are shown only once', {
    flags: createFields.flags,
    async run({ flags, service }) {
      const body = createFields.read(flags) as BodyOf<'partners.create'>;
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
    fields: {
      name: 'a new name',
      'redirect-uri': redirectUri,
      'webhook-url': 'a new URL for the events',
      events: 'only these events; "all" is every event',
      conversations,
    },
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
      GRANTED: 'grantedAt',
      USED: 'lastUsedAt',
      ENDED: 'withdrawnAt',
      BY: 'endedBy',
    },
  }),
];
