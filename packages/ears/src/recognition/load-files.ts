import type { LoadableFile } from './models.ts';

/** Loads files in parallel and reports the total progress. The browser caches them by their hashed names. */
export async function loadFiles(
  files: readonly LoadableFile[],
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer[]> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const count = (bytes: number) => {
    loaded += bytes;
    onProgress(Math.min(1, loaded / total));
  };
  return await Promise.all(files.map((file) => loadFile(file, count, signal)));
}

async function loadFile(
  { url, bytes }: LoadableFile,
  onBytes: (count: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}`);
  const content = new Uint8Array(bytes);
  let at = 0;
  const reader = response.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (at + piece.value.length > bytes) throw new Error(`${url} is larger than it should be`);
    content.set(piece.value, at);
    at += piece.value.length;
    onBytes(piece.value.length);
  }
  if (at !== bytes) throw new Error(`${url} broke off`);
  return content.buffer;
}
