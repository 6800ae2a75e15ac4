import { atlas } from './layout.ts';

/** A file with the pictures of one person. Files of another `layout` are not shown and are made again. */
export const portraitFile = { layout: 1, maxBytes: 250_000, ...atlas } as const;

/** Whether the bytes begin as a WebP picture, without transparency, of the size that all these files have. */
export function isPortraitFile(bytes: Uint8Array): boolean {
  if (bytes.length < 30 || bytes.length > portraitFile.maxBytes) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  return (
    name(0) === 'RIFF' &&
    view.getUint32(4, true) + 8 === bytes.length &&
    name(8) === 'WEBP' &&
    name(12) === 'VP8 ' &&
    view.getUint16(26, true) === portraitFile.width &&
    view.getUint16(28, true) === portraitFile.height
  );
}
