export type { FaceLook } from '../look/face-look.ts';
export { presetOfShape } from '../look/preset-of-shape.ts';
export type { PresetName } from '../look/presets.ts';
export { type RequestedLook, readRequestedLook } from '../look/requested-look.ts';
export { type UncheckedFaceCommands, uncheckedCommands } from '../motion/unchecked-commands.ts';
export { type CodedTracing, decodeTracing } from './coded-tracing.ts';
export { createStillFace, type StillFace, type StillFaceOptions } from './still-face.ts';
export type { Tracing } from './tracing.ts';
