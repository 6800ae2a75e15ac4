/** The part of a WebSocket that is used here. Browsers, Node and `ws` provide it. */
export interface WebSocketLike {
  binaryType: string;
  readonly readyState: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: WebSocketEventType, listener: WebSocketListener): void;
}

export type WebSocketEventType = 'open' | 'message' | 'error' | 'close';

export interface WebSocketListener {
  handleEvent(event: WebSocketEvent): void;
}

export interface WebSocketEvent {
  readonly type: string;
  readonly data?: unknown;
  readonly code?: number;
  readonly reason?: string;
}

/** Options are passed only with an origin, because browsers do not know them. */
export type WebSocketClass = new (
  url: string,
  options?: { headers: Record<string, string> },
) => WebSocketLike;

export const openState = 1;
