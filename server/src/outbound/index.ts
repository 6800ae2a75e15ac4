export {
  type AddressPolicy,
  type AddressPolicyOptions,
  createAddressPolicy,
  type UrlCheckOptions,
  type UrlVerdict,
} from './address-policy.ts';
export type { OutboundResponse } from './buffered-answer.ts';
export type { LimitOptions } from './limits.ts';
export { createOutbound, type Outbound, type OutboundOptions, type OutboundRequest } from './outbound.ts';
export { OutboundError, type OutboundStage } from './outbound-error.ts';
export type { ForbiddenPort } from './own-ports.ts';
export type { UrlProblem } from './refusals.ts';
export { checkHeaders, type RequestHeaders } from './request-headers.ts';
export { noHeaders, type ResponseHeaders } from './response-headers.ts';
export type { OutboundStream } from './streamed-answer.ts';
export type { Resolve } from './system-resolver.ts';
