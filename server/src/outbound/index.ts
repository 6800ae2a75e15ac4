export { type AddressPolicy, createAddressPolicy } from './addresses/address-policy.ts';
export type { ForbiddenPort } from './addresses/forbidden-ports.ts';
export { BodyBuffer } from './exchange/body-buffer.ts';
export { type RequestHeaders, withUserAgent } from './exchange/request-headers.ts';
export type { OutboundStream, ResponseHeaders } from './exchange/streamed-response.ts';
export {
  createOutbound,
  type Outbound,
  type OutboundByAccount,
  type OutboundClient,
  type OutboundRequest,
} from './outbound.ts';
export { OutboundError, type OutboundStage } from './outbound-error.ts';
