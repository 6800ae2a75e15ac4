import type { Webhook } from '@parley/protocol/management';
import type { Tone } from './StatusBadge.tsx';

/** A pause that a person wanted is no failure. */
export function toneOf({ state, pausedBy }: Pick<Webhook, 'state' | 'pausedBy'>): Tone {
  if (state === 'active') return 'good';
  return pausedBy === 'manual' ? 'warn' : 'bad';
}
