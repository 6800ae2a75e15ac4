import { loadGradually } from '../../kernel/index.ts';
import type { LibraryDeps, SignInLibrary } from './library.ts';

/**
 * Loads the sign-in library, which takes 35 MB and a few hundred milliseconds. A process may run for weeks without a
 * sign-in, so the first one waits for it.
 */
export async function loadLibrary(deps: LibraryDeps): Promise<SignInLibrary> {
  const seen = new Set<string>();
  for (const name of largePackages) await loadGradually(urlOf(name), seen);
  const { createLibrary } = await import('./library.ts');
  return createLibrary(deps);
}

/** What the library imports, and what those imports import. If a later version drops a name, it can be removed here. */
const largePackages = [
  'kysely',
  'zod',
  'better-auth/crypto',
  'better-auth/api',
  'better-auth/plugins/two-factor',
  '@peculiar/x509',
  '@simplewebauthn/server',
  '@better-auth/passkey',
];

function urlOf(name: string): string {
  try {
    return import.meta.resolve(name);
  } catch {
    return '';
  }
}
