import type { DeliveryState } from '@parley/protocol/management';
import type { QueryOf } from '../../api/call.ts';

export type DeliverySearch = {
  webhook?: string;
  status?: string;
  event?: string;
  session?: string;
  from?: string;
  to?: string;
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
export function deliveryQueryOf({ status, from, to, ...rest }: DeliverySearch): QueryOf<'deliveries.list'> {
  return {
    ...rest,
    ...(isState(status) ? { status } : {}),
    ...(from === undefined ? {} : { from: Number(from) }),
    ...(to === undefined ? {} : { to: Number(to) }),
  };
}
