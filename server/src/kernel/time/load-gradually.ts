import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Imports a module and all files of its package that it needs, the innermost first, each in its own turn of the event
 * loop. One import of a large package would block the event loop for a tenth of a second. Imports of other packages are
 * not followed: load large ones before.
 */
export async function loadGradually(url: string, seen = new Set<string>()): Promise<void> {
  if (seen.has(url) || !url.startsWith('file:')) return;
  seen.add(url);
  const source = await readFile(new URL(url), 'utf8').catch(() => null);
  // A specifier without an extension, or one in a comment. A real import will resolve it.
  if (source === null) return;
  for (const [, specifier = ''] of source.matchAll(relativeImports)) {
    await loadGradually(new URL(specifier, url).href, seen);
  }
  await import(url);
  await nextTurn();
}

const relativeImports = /(?:\bfrom|\bimport|\brequire\()\s*['"](\.{1,2}\/[^'"]+)['"]/g;
