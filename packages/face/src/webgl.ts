export { createFace } from './face.ts';
export { createPictureMaker, type PictureMaker } from './picture.ts';
