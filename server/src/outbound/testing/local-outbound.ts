import { createAddressPolicy, createOutbound, type OutboundClient } from '../index.ts';
import type { OutboundOptions } from '../outbound.ts';

/** A client that may reach loopback, as by default when the service is started with one command. */
export function localOutbound(options: Partial<OutboundOptions> = {}): OutboundClient {
  return createOutbound({ policy: createAddressPolicy({ allowLoopback: true }), ...options });
}
