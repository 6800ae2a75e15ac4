export { dimmed } from '../look/dimmed.ts';
export type { FaceLook } from '../look/face-look.ts';
export { nearestPortrait } from '../look/nearest-preset.ts';
export type { PresetName } from '../look/presets.ts';
export { type RequestedLook, readRequestedLook } from '../look/requested-look.ts';
export { type UncheckedFaceCommands, uncheckedCommands } from '../motion/unchecked-commands.ts';
export { type Portrait, readPortrait } from './portrait.ts';
export { createPortraitFace, type PortraitFace, type PortraitFaceOptions } from './portrait-face.ts';
