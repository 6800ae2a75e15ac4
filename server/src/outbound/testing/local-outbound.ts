import { createAddressPolicy, createOutbound, type OutboundClient } from '../index.ts';
import type { OutboundOptions } from '../outbound.ts';

/** A client that may reach loopback, as in the one-command default. */
export function localOutbound(options: Partial<OutboundOptions> = {}): OutboundClient {
  return createOutbound({ policy: createAddressPolicy({ allowLoopback: true }), ...options });
}
