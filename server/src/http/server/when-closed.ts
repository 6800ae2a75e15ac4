import type { ServerResponse } from 'node:http';

/**
 * Calls back when the answer is complete or its client has left, also if that was before. A listener for the 'close'
 * event alone would never be called then, and what it gives back would be lost.
 */
export function whenClosed(response: ServerResponse, callback: () => void): void {
  if (response.destroyed) callback();
  else response.once('close', callback);
}
