import type { Partner } from '@parley/protocol/management';
import { strings } from '../../strings/index.ts';
import { StatusBadge } from '../values/StatusBadge.tsx';

/** Whether a partner receives events. */
export function PartnerState({ webhook }: Pick<Partner, 'webhook'>) {
  return (
    <StatusBadge tone={webhook.state === 'active' ? 'good' : 'bad'}>
      {strings.webhooks.state[webhook.state]}
    </StatusBadge>
  );
}
