export * from './audio-frames.ts';
export * from './client-frames.ts';
export * from './limits.ts';
export * from './microphone-frames.ts';
export * from './server-frames.ts';
