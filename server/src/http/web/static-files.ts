import { createHash } from 'node:crypto';
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export type StaticFile = {
  readonly path: string;
  readonly type: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
  readonly etag: string;
};

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

/** The built web files, read once: they are few and do not change while the service runs. */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(isServed);
  return new Map(
    entries.map((entry) => {
      const full = join(entry.parentPath, entry.name);
      const path = relative(folder, full).split(sep).join('/');
      const plain = readFileSync(full);
      const brotli = existsSync(`${full}.br`) ? readFileSync(`${full}.br`) : null;
      const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
      const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return [path, { path, type, plain, brotli, etag }];
    }),
  );
}

const isServed = (entry: Dirent): boolean =>
  entry.isFile() && !entry.name.endsWith('.br') && !entry.name.startsWith('.');
