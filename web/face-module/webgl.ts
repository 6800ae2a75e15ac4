/** The code that needs WebGL, in one file with the renderer. It is loaded only if WebGL is available. */
export { pictureFace } from './picture-face.ts';
export { type FailedFace, renderedFace } from './rendered-face.ts';
