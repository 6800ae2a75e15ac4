import type { Webhook } from '@parley/protocol/management';
import type { Tone } from '../values/StatusBadge.tsx';

/** A manual pause is not a failure. */
export function toneOf({ state, pausedBy }: Pick<Webhook, 'state' | 'pausedBy'>): Tone {
  if (state === 'active') return 'good';
  return pausedBy === 'manual' ? 'warn' : 'bad';
}
