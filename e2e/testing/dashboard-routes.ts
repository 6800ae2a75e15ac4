import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../web/dashboard/src/', import.meta.url));

/** The paths of all routes of the dashboard, read from its source, because a browser cannot list them. */
export function dashboardRoutes(): string[] {
  const routes = globSync('**/*.{ts,tsx}', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(folder + file, 'utf8');
    if (!source.includes('createRoute(')) return [];
    const made = source.matchAll(/(\w+)Page\(\s*'([^']+)'/g);
    const pages = [...made].map(([, parent, path]) =>
      parent === 'account' ? `/$account${path}` : `${path}`,
    );
    const routes = source.matchAll(/=> (\w+)Route,\s*path: '([^']+)'/g);
    const others = [...routes].map(([, parent, path]) =>
      parent === 'account' ? `/$account${path}` : `${path}`,
    );
    return [...pages, ...others];
  });
  return [...new Set(routes.map((path) => path.replace(/(?<=.)\/$/, '')))].sort();
}
