/** What a client needs at run time, without the schemas: a page must not load a validator that it never uses. */

export * from './connection-times.ts';
export * from './frames/audio-frames.ts';
export * from './frames/limits.ts';
export * from './frames/microphone-frames.ts';
export { classifyMessage, type MessageClass } from './markup/speech/classify-message.ts';
export * from './normalized.ts';
export * from './session-state.ts';
export * from './visemes.ts';
export * from './without-trailing.ts';
