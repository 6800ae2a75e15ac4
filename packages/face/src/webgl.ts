export { createFace } from './face.ts';
export { makeLookPortrait, makeModelPortrait } from './portrait/make-portrait.ts';
