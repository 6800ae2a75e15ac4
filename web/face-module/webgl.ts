/** What needs WebGL, in one file with the renderer. It is loaded only where there is WebGL. */
export { pictureFace } from './picture-face.ts';
export { type EndedFace, renderedFace } from './rendered-face.ts';
