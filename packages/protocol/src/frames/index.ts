export * from './audio-frames.ts';
export * from './client-frames.ts';
export * from './limits.ts';
export * from './server-frames.ts';
export * from './sound-frames.ts';
