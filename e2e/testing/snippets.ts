import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { snippetsFor } from '../../web/dashboard/src/pages/avatar/embed/snippets.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Code that people paste, unchanged from its file. */
export type Snippet = { readonly title: string; readonly language: 'html' | 'jsx'; readonly code: string };

/** The code blocks of a Markdown file, each named after its heading. */
function blocksOf(file: string): Snippet[] {
  const found: Snippet[] = [];
  let heading = '';
  for (const [, title, language, code = ''] of readFileSync(join(root, file), 'utf8').matchAll(
    /^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (title !== undefined) heading = title;
    if (language === 'html' || language === 'jsx')
      found.push({ title: `${file}: ${heading} (${found.length + 1})`, language, code });
  }
  return found;
}

const dashboard = (isPrivate: boolean): Snippet[] =>
  snippetsFor({ id: '7', private: isPrivate }, 'https://talk.example.com').map(({ name, code }) => ({
    title: `dashboard: ${name}${isPrivate ? ' of a private avatar' : ''}`,
    language: name === 'react' ? 'jsx' : 'html',
    code,
  }));

/** Every snippet that embeds an avatar. */
export const snippets: readonly Snippet[] = [
  ...blocksOf('README.md'),
  ...blocksOf('docs/embedding.md'),
  ...blocksOf('docs/moving.md'),
  ...dashboard(false),
  ...dashboard(true),
];

export type SnippetUse = { readonly service: string; readonly avatarId: string; readonly token: string };

/** Inserts the reader's own service, avatar and token, and changes nothing else. */
export const fillIn = (code: string, { service, avatarId, token }: SnippetUse): string =>
  code
    .replaceAll(/https:\/\/talk\.example\.com|http:\/\/localhost:8080/g, service)
    .replaceAll(/(data-avatar="|avatarId="|setAvatarId\('|\/avatar\/)(?:7|100[12])\b/g, `$1${avatarId}`)
    .replaceAll('TOKEN', token);

/** Bundles a React snippet with an app that shows its component. */
export async function bundledSnippet(code: string, token: string): Promise<string> {
  mkdirSync(join(root, 'build'), { recursive: true });
  const folder = mkdtempSync(join(root, 'build', 'snippet-'));
  try {
    writeFileSync(join(folder, 'snippet.jsx'), code);
    const main = `import { createElement } from 'react';
      import { createRoot } from 'react-dom/client';
      import * as snippet from './snippet.jsx';
      const [Component] = Object.values(snippet);
      createRoot(document.getElementById('root')).render(createElement(Component, { token: ${JSON.stringify(token)} }));`;
    writeFileSync(join(folder, 'main.jsx'), main);
    const bundled = await build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      mode: 'development',
      define: { 'process.env.NODE_ENV': '"development"' },
      oxc: { jsx: { runtime: 'automatic' } },
      build: { write: false, lib: { entry: join(folder, 'main.jsx'), formats: ['es'], fileName: 'main' } },
    });
    const [{ output }] = bundled as unknown as [{ output: [{ code: string }] }];
    return output[0].code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
