export {
  type AddressPolicy,
  type AddressPolicyOptions,
  createAddressPolicy,
  type UrlCheck,
  type UrlCheckOptions,
} from './address-policy.ts';
export type { OutboundResponse } from './buffered-response.ts';
export type { LimitOptions } from './limits.ts';
export {
  createOutbound,
  type Outbound,
  type OutboundOptions,
  type OutboundRequest,
  type WebSocketRequest,
} from './outbound.ts';
export { OutboundError, type OutboundStage } from './outbound-error.ts';
export type { ForbiddenPort } from './own-ports.ts';
export type { UrlProblem } from './refusals.ts';
export { checkHeaders, type RequestHeaders } from './request-headers.ts';
export type { ResponseHeaders } from './response-receiver.ts';
export type { OutboundStream } from './streamed-response.ts';
export type { Resolve } from './system-resolver.ts';
