import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestContext } from 'vitest';
import { countResources, withoutWebgl } from './resource-count.ts';
import { startScene } from './scene.ts';
import { startSite } from './site.ts';
import { visit } from './visit.ts';

/** A customer's app in StrictMode, in their bundler's development build. */
async function bundledApp(): Promise<string> {
  const entry = fileURLToPath(new URL('../../packages/react/src/testing/strict-app.tsx', import.meta.url));
  const bundled = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: () => 'app.js' },
    },
  });
  const [{ output }] = bundled as unknown as [{ output: [{ code: string }] }];
  return output[0].code;
}

/** A customer's React app that shows avatars of a running service. */
export async function startReactScene(...browserFlags: readonly string[]) {
  const [app, scene] = await Promise.all([bundledApp(), startScene(...browserFlags)]);
  return {
    ...scene,
    /** The app with this many instances of one avatar. Its site gives the token of a private one. */
    async open(context: TestContext, avatarId: string, count: number, jwt?: string) {
      await using started = new AsyncDisposableStack();
      const settings = JSON.stringify({
        url: scene.service.url,
        avatarId,
        count,
        givesTokens: jwt !== undefined,
      });
      const html = `<!doctype html><html lang="en"><title>App</title><body>
        <div id="root" data-settings='${settings}'></div><script type="module" src="/app.js"></script></body></html>`;
      const site = started.use(
        await startSite({
          '/': html,
          '/app.js': { type: 'text/javascript', body: app },
          '/token': { type: 'application/json', body: JSON.stringify({ jwt }) },
        }),
      );
      const browser = await scene.browser(context);
      const visited = started.use(
        await visit(browser, site.url, { width: 800, height: 600 }, withoutWebgl + countResources),
      );
      const kept = started.move();
      return { ...visited, site, [Symbol.asyncDispose]: () => kept.disposeAsync() };
    },
  };
}

export type ReactScene = Awaited<ReturnType<typeof startReactScene>>;
