import type { DeliveryState } from '@parley/protocol/management';
import { strings } from '../../strings/index.ts';
import { StatusBadge } from '../values/StatusBadge.tsx';

const tones = {
  pending: 'busy',
  held: 'warn',
  delivered: 'good',
  exhausted: 'bad',
  discarded: 'quiet',
} as const;

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  return <StatusBadge tone={tones[state]}>{strings.deliveries.states[state]}</StatusBadge>;
}
