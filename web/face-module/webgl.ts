/** The code that needs WebGL, in one file with the renderer. It is loaded only if WebGL is available. */
export { makeLookPortrait, makeModelPortrait } from '@parley/face/webgl';
export { type FailedFace, renderedFace } from './rendered-face.ts';
