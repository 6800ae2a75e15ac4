import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../web/dashboard/src/', import.meta.url));

/** The paths of all routes of the dashboard, read from its source, because a browser cannot list them. */
export function dashboardRoutes(): string[] {
  const routes = globSync('**/*.{ts,tsx}', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(folder + file, 'utf8');
    if (!source.includes('createRoute(')) return [];
    const parent = source.includes('getParentRoute = () => accountRoute') ? '/$account' : '';
    return [...source.matchAll(/^\s*path: '([^']+)'/gm)].map(([, path = '']) => parent + path);
  });
  return [...new Set(routes.map((path) => path.replace(/(?<=.)\/$/, '')))].sort();
}
