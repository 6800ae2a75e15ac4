import { atlas } from './layout.ts';

/** A file with the pictures of one person. Files of another `layout` are not shown and are made again. */
export const portraitFile = { layout: 3, maxBytes: 250_000, ...atlas } as const;

/** Whether the bytes are a WebP file of the size that all files with pictures have. */
export function isPortraitFile(bytes: Uint8Array): boolean {
  if (bytes.length < 30 || bytes.length > portraitFile.maxBytes) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  const isWhole = name(0) === 'RIFF' && name(8) === 'WEBP' && view.getUint32(4, true) + 8 === bytes.length;
  const at = isWhole ? pictureChunk(view, name) : null;
  return (
    at !== null &&
    view.getUint16(at + 14, true) === portraitFile.width &&
    view.getUint16(at + 16, true) === portraitFile.height
  );
}

/** Where the picture begins. Browsers may put a colour profile before it. */
function pictureChunk(view: DataView, name: (at: number) => string): number | null {
  let at = 12;
  while (at + 18 <= view.byteLength) {
    if (name(at) === 'VP8 ') return at;
    const bytes = view.getUint32(at + 4, true);
    at += 8 + bytes + (bytes % 2);
  }
  return null;
}
