export type { Connection } from './connection.ts';
export { type ConnectionLimits, Connections, type DropReason } from './connections.ts';
export { createForwardedSource } from './forwarded-source.ts';
export { type ConnectionTimeouts, connectionTimeouts } from './timeouts.ts';
