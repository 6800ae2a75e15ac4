import type { Command } from '../../command.ts';
import { textRecord } from '../../table.ts';
import { callCommand, listCommand } from '../call-command.ts';
import { headerFlag } from '../flag-values.ts';

const eventsAbout = 'only these events; "all" is every event';
const header = { field: 'headers', about: headerFlag.about };

export const webhookCommands: readonly Command[] = [
  callCommand('webhook create', 'webhooks.create', {
    fields: { name: 'what it is for', url: 'URL of the receiver', events: eventsAbout, header },
    pick: ['id', 'secret', 'warning'],
    show: (made) =>
      `${textRecord(made)}\n\nCopy the secret now. It is shown only once. Assign the webhook with "avatar update AVATAR --webhook ${made.id}".`,
  }),
  listCommand('webhook list', 'webhooks.list', {
    columns: { ID: 'id', NAME: 'name', STATE: 'state', WAITING: 'waiting', URL: 'url' },
  }),
  callCommand('webhook show WEBHOOK', 'webhooks.get'),
  callCommand('webhook update WEBHOOK', 'webhooks.update', {
    fields: { name: 'a new name', url: 'a new URL', events: eventsAbout, header },
  }),
  callCommand('webhook rotate WEBHOOK', 'webhooks.rotate', {
    fields: {
      overlap: {
        field: 'overlapSeconds',
        about: 'how many seconds requests also carry the old signature',
      },
    },
  }),
  callCommand('webhook test WEBHOOK', 'webhooks.test'),
  callCommand('webhook pause WEBHOOK', 'webhooks.pause'),
  callCommand('webhook enable WEBHOOK', 'webhooks.enable'),
  callCommand('webhook delete WEBHOOK', 'webhooks.delete', {
    fields: { discard: 'discard its waiting deliveries' },
    show: ({ discarded }) => `The webhook is deleted. Discarded deliveries: ${discarded}.`,
  }),
];
