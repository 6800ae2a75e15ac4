export { createFace, type Face, type FaceOptions, type FaceStats } from './face.ts';
export { createPictureMaker, type PictureMaker, type PictureSize } from './picture.ts';
