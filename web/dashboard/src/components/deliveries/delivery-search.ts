import type { DeliveryState } from '@parley/protocol/management';
import type { QueryOf } from '../../api/call.ts';
import { type FilterValues, timeQueryOf } from '../tables/use-filters.ts';

export type DeliverySearch = FilterValues & {
  readonly webhook?: string;
  readonly status?: string;
  readonly event?: string;
};

export const deliveryStates: readonly DeliveryState[] = [
  'pending',
  'held',
  'delivered',
  'exhausted',
  'discarded',
];
const isState = (text: string | undefined): text is DeliveryState =>
  (deliveryStates as readonly (string | undefined)[]).includes(text);

/** Turns the filter in the URL into a query for the service. Invalid values are left out. */
export function deliveryQueryOf({ status, ...rest }: DeliverySearch): QueryOf<'deliveries.list'> {
  return { ...timeQueryOf(rest), ...(isState(status) ? { status } : {}) };
}
