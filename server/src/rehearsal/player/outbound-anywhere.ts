import { createAddressPolicy, createOutbound, type OutboundClient } from '../../outbound/index.ts';

const anywhere = { allowLoopback: true, allowedNetworks: ['0.0.0.0/0', '::/0'] };

/** For commands: the person who runs them chose the address, so it may be anywhere. */
export const outboundAnywhere = (maxRequests?: number): OutboundClient =>
  createOutbound({
    policy: createAddressPolicy(anywhere),
    allowHttp: true,
    maxRequests,
    connectionsPerOrigin: maxRequests,
  });
