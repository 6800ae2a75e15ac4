import { type Attempt, type DeliveryState, deliveryStates } from '@parley/protocol/management';
import { type Command, command, type Flags, UsageError } from '../../command.ts';
import { textRecord } from '../../table.ts';
import { callCommand, listCommand, paramsOf } from '../call-command.ts';
import { given, textFlag, textOf, timeOf } from '../flag-values.ts';
import { accountFlag } from '../which-account.ts';

const filterFlags = {
  webhook: textFlag('only of this webhook, by id'),
  status: textFlag(`only with this status: ${deliveryStates.join(', ')}`),
  event: textFlag('only this event'),
  session: textFlag('only of this session, by id'),
  since: textFlag('only from this time on, such as 2026-01-31T12:00:00Z'),
  until: textFlag('only before this time'),
};

const filterOf = (flags: Flags) =>
  given({
    webhook: textOf(flags.webhook),
    status: statusOf(flags),
    event: textOf(flags.event),
    session: textOf(flags.session),
    from: timeOf('since', flags),
    to: timeOf('until', flags),
  });

function statusOf({ status }: Flags): DeliveryState | undefined {
  const known = deliveryStates.find((name) => name === status);
  if (status !== undefined && known === undefined)
    throw new UsageError(`--status must be one of ${deliveryStates.join(', ')}.`);
  return known;
}

export const deliveryCommands: readonly Command[] = [
  listCommand('delivery list', 'deliveries.list', {
    flags: filterFlags,
    query: ({ flags }) => filterOf(flags),
    limit: 50,
    columns: {
      ID: 'id',
      EVENT: 'event',
      STATUS: 'status',
      ATTEMPTS: 'attempts',
      LAST: 'lastStatus',
      MS: 'lastMs',
      CREATED: 'createdAt',
    },
  }),
  callCommand('delivery show DELIVERY', 'deliveries.get', {
    // Each attempt has its own headers.
    show: ({ tries, headers: _, ...delivery }) =>
      [textRecord(delivery), ...tries.map((attempt) => `\n${textRecord(shownAttempt(attempt))}`)].join('\n'),
  }),
  command(
    'delivery replay [DELIVERY]',
    'send a delivery again; --webhook and --status together replay many',
    {
      flags: { account: accountFlag, ...filterFlags },
      run: async (context) => {
        const { service, target, flags } = context;
        const body = filterOf(flags);
        if (target === '' && (body.webhook === undefined || body.status === undefined))
          throw new UsageError('Name a delivery, or choose deliveries with --webhook and --status.');
        const params = await paramsOf('deliveries.replay', context);
        if (target !== '') return await service.call('deliveries.replay', { params });
        return await service.call('deliveries.replayMany', { params, body });
      },
      show: textRecord,
    },
  ),
  callCommand('delivery discard DELIVERY', 'deliveries.discard', {
    show: () => 'The delivery is discarded.',
  }),
];

const shownAttempt = (attempt: Attempt) => ({
  ...attempt,
  headers: attempt.headers ?? 'not stored: an older version made this attempt',
});
