export { Builder, ParleyBuilder } from './builder.ts';
export type { Caption, ParleyEvents } from './events.ts';
export type { Face, FaceKind, FaceModule, LoadedFace } from './face-seam.ts';
export { type ConnectionStatus, Parley } from './parley.ts';
export type { ParleySettings } from './settings.ts';
