export type { ChatRequest, LoginRequest, LogoutRequest, TakeoverEntry } from '@parley/protocol/contract';
export { createGateway, type GatewayOptions } from './gateway/gateway.ts';
export { LoginRefused } from './gateway/lifecycle.ts';
export type { Reply, Turn } from './gateway/reply.ts';
export { CallbackError, type GatewaySession, type SayOptions } from './gateway/session.ts';
export type { LoginStore } from './gateway/sessions.ts';
export type { WebHandler } from './http/web-handler.ts';
