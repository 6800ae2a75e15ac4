import { createGateway } from '@parley/server';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { exampleFile } from '../testing/integration/example.ts';
import { serveHandler } from '../testing/integration/web-server.ts';
import { operatorOf } from '../testing/operator.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { startScene } from '../testing/scene.ts';
import { startSite } from '../testing/site.ts';
import { visit } from '../testing/visit.ts';

it('react: the app shows an avatar that answers a typed question', async (context) => {
  await using scene = await startScene('--disable-3d-apis');
  const browser = await scene.browser(context);
  const gateway = createGateway({
    apiKey: null,
    onChat: (_session, message) => `You asked about ${message}.`,
  });
  await using endpoint = await serveHandler(gateway);
  const avatarId = await operatorOf(scene.service).avatar({
    name: 'Ada',
    endpointUrl: endpoint.url,
    greeting: 'Welcome!',
  });
  const bundled = await build({
    configFile: false,
    logLevel: 'error',
    root: exampleFile('react'),
    define: {
      'import.meta.env.VITE_PARLEY_URL': JSON.stringify(scene.service.url),
      'import.meta.env.VITE_AVATAR': JSON.stringify(avatarId),
    },
    build: { write: false, modulePreload: false },
  });
  const { output } = bundled as unknown as {
    output: { fileName: string; code?: string; source?: string }[];
  };
  const files = output.map(({ fileName, code, source }) => [
    fileName === 'index.html' ? '/' : `/${fileName}`,
    { type: code === undefined ? 'text/html' : 'text/javascript', body: String(code ?? source) },
  ]);
  await using site = await startSite(Object.fromEntries(files));
  await using visited = await visit(browser, site.url, { width: 800, height: 700 }, withoutWebgl);
  const { page } = visited;
  await page.getByText('avatar: Welcome!').waitFor();
  await page.getByLabel('Your question').fill('tides');
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByText('user: tides').waitFor();
  await page.getByText('avatar: You asked about tides.').waitFor();
  expect(visited.complaints).toEqual([]);
});
