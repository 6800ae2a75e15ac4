export type { Ending } from './connection/link.ts';
export type { WebSocketClass } from './connection/web-socket.ts';
export type { LiveEvents } from './events.ts';
export type { Joined } from './joining.ts';
export { createLiveClient, type LiveClient, type Platform } from './live-client.ts';
export { LiveError } from './live-error.ts';
export type { LiveClientOptions } from './options.ts';
export type { Sentence, Speech } from './playback.ts';
