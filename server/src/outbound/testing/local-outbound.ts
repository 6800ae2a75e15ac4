import { createAddressPolicy, createOutbound, type Outbound } from '../index.ts';
import type { OutboundOptions } from '../outbound.ts';

/** A client that may reach loopback, as in the one-command default. */
export function localOutbound(options: Partial<OutboundOptions> = {}): Outbound {
  return createOutbound({ policy: createAddressPolicy({ allowLoopback: true }), ...options });
}
