import type { onSendHookHandler } from 'fastify';

/** HEAD is answered like GET, without the body. The unread stream must be closed. */
export const dropBody: onSendHookHandler = (_request, _reply, payload, done) => {
  if (!isStream(payload)) return done(null, payload);
  // The stream may not be open yet. An 'error' event without a listener would end the process.
  payload.on('error', () => {}).destroy();
  done(null, null);
};

function isStream(payload: unknown): payload is NodeJS.ReadableStream & { destroy(): void } {
  return typeof payload === 'object' && payload !== null && 'destroy' in payload && 'on' in payload;
}
