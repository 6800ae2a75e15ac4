import { type Attempt, type BodyOf, deliveryStates } from '@parley/protocol/management';
import { type Command, command, UsageError } from '../../command.ts';
import { textRecord } from '../../table.ts';
import { callCommand, listCommand, paramsOf } from '../call-command.ts';
import { fieldFlags } from '../field-flags.ts';
import { accountFlag } from '../which-account.ts';

const filter = {
  webhook: 'only of this webhook, by id',
  status: `only with this status: ${deliveryStates.join(', ')}`,
  event: 'only this event',
  session: 'only of this session, by id',
  since: { field: 'from', about: 'only from this time on, such as 2026-01-31T12:00:00Z' },
  until: { field: 'to', about: 'only before this time' },
};
const many = fieldFlags('deliveries.replayMany', filter);

export const deliveryCommands: readonly Command[] = [
  listCommand('delivery list', 'deliveries.list', {
    fields: filter,
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
      flags: { account: accountFlag, ...many.flags },
      run: async (context) => {
        const { service, target, flags } = context;
        const body: BodyOf<'deliveries.replayMany'> = many.read(flags);
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
