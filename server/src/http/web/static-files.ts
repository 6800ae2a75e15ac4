import { createHash } from 'node:crypto';
import { createReadStream, type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';

export type StaticFile = {
  readonly path: string;
  readonly type: string;
  readonly plain: Content;
  readonly brotli: Content | null;
  readonly etag: string;
};

export type Content = { readonly bytes: number; open(): Buffer | Readable };

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  webp: 'image/webp',
};

/** Larger files, such as the models of recognisers, are read from the disk for each request. */
const maxBytesInMemory = 512 * 1024;

/** The built web files. They do not change while the service runs. */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(isServed);
  return new Map(
    entries.map((entry) => {
      const full = join(entry.parentPath, entry.name);
      const path = relative(folder, full).split(sep).join('/');
      const plain = contentOf(full);
      const brotli = existsSync(`${full}.br`) ? contentOf(`${full}.br`) : null;
      const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return [path, { path, type, plain, brotli, etag: etagOf(path, plain) }];
    }),
  );
}

const isServed = (entry: Dirent): boolean =>
  entry.isFile() && !entry.name.endsWith('.br') && !entry.name.startsWith('.');

function contentOf(path: string): Content {
  const bytes = statSync(path).size;
  if (bytes > maxBytesInMemory) return { bytes, open: () => createReadStream(path) };
  const content = readFileSync(path);
  return { bytes, open: () => content };
}

/** The names of large files contain a hash of their content, so they are not hashed at every start. */
function etagOf(path: string, { bytes, open }: Content): string {
  const seed = bytes > maxBytesInMemory ? `${path}:${bytes}` : (open() as Buffer);
  return `"${createHash('sha256').update(seed).digest('base64url').slice(0, 22)}"`;
}
