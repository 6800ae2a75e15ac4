export { type AddressPolicy, createAddressPolicy } from './address-policy.ts';
export { BodyBuffer } from './body-buffer.ts';
export {
  createOutbound,
  type Outbound,
  type OutboundByAccount,
  type OutboundClient,
  type OutboundRequest,
} from './outbound.ts';
export { OutboundError, type OutboundStage } from './outbound-error.ts';
export type { ForbiddenPort } from './own-ports.ts';
export { type RequestHeaders, withUserAgent } from './request-headers.ts';
export type { ResponseHeaders } from './response-receiver.ts';
export type { OutboundStream } from './streamed-response.ts';
