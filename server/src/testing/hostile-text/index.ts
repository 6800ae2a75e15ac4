export { inPieces, type Readers } from './readers.ts';
export { slownessOf } from './slowness.ts';
export { hostileTexts } from './texts.ts';
