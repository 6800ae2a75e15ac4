export { inPieces, type Readers } from './fuzzed-readers.ts';
export { slownessOf } from './slowness.ts';
export { hostileTexts } from './texts.ts';
