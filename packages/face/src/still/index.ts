export { type WishedLook, wishedLook } from '../look/wished-look.ts';
export { type Orders, ordersTo } from '../motion/orders.ts';
export { createStillFace, type StillFace, type StillFaceOptions } from './still-face.ts';
