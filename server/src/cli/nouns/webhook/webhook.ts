import type { Command, Flags } from '../../command.ts';
import { textRecord } from '../../table.ts';
import { callCommand, listCommand } from '../call-command.ts';
import {
  allowlistOf,
  given,
  headerFlag,
  headersOf,
  requiredFlag,
  textFlag,
  textOf,
  wholeNumberOf,
} from '../flag-values.ts';

const partFlags = {
  events: { kind: 'list', about: 'only these events; "all" is every event' },
  header: headerFlag,
} as const;
const partsOf = (flags: Flags) => given({ headers: headersOf(flags), events: allowlistOf(flags.events) });

export const webhookCommands: readonly Command[] = [
  callCommand('webhook create', 'webhooks.create', {
    flags: {
      name: requiredFlag('what it is for'),
      url: requiredFlag('URL of the receiver'),
      ...partFlags,
    },
    body: ({ flags }) => ({ name: String(flags.name), url: String(flags.url), ...partsOf(flags) }),
    pick: ['id', 'secret', 'warning'],
    show: (made) =>
      `${textRecord(made)}\n\nCopy the secret now. It is shown only once. Assign the webhook with "avatar update AVATAR --webhook ${made.id}".`,
  }),
  listCommand('webhook list', 'webhooks.list', {
    columns: { ID: 'id', NAME: 'name', STATE: 'state', WAITING: 'waiting', URL: 'url' },
  }),
  callCommand('webhook show WEBHOOK', 'webhooks.get'),
  callCommand('webhook update WEBHOOK', 'webhooks.update', {
    flags: { name: textFlag('a new name'), url: textFlag('a new URL'), ...partFlags },
    body: ({ flags }) => ({
      ...given({ name: textOf(flags.name), url: textOf(flags.url) }),
      ...partsOf(flags),
    }),
  }),
  callCommand('webhook rotate WEBHOOK', 'webhooks.rotate', {
    flags: { overlap: textFlag('how many seconds requests also carry the old signature') },
    body: ({ flags }) => ({ overlapSeconds: wholeNumberOf('overlap', flags) ?? 0 }),
  }),
  callCommand('webhook test WEBHOOK', 'webhooks.test'),
  callCommand('webhook pause WEBHOOK', 'webhooks.pause'),
  callCommand('webhook enable WEBHOOK', 'webhooks.enable'),
  callCommand('webhook delete WEBHOOK', 'webhooks.delete', {
    flags: { discard: { kind: 'switch', about: 'discard its waiting deliveries' } },
    query: ({ flags }) => (flags.discard === true ? { discard: true } : {}),
    show: ({ discarded }) => `The webhook is deleted. Discarded deliveries: ${discarded}.`,
  }),
];
