export { type RequestedLook, readRequestedLook } from '../look/requested-look.ts';
export { type UncheckedFaceCommands, uncheckedCommands } from '../motion/unchecked-commands.ts';
export { createStillFace, type StillFace, type StillFaceOptions } from './still-face.ts';
