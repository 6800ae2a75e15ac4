import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, type TestContext } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions, systemTool } from '../../server/src/testing/index.ts';
import { openBrowser, visit, webGlFlags } from './visit.ts';

const policy = "default-src 'self'; img-src 'self' data:";
const page = `<!doctype html><html lang="en"><head><title>Face</title><link rel="icon" href="data:,"></head>
<body><div id="stage"></div></body></html>`;

/** The built web files and nothing else, under the policy of the avatar's page; `extra` are files of the test. */
async function startFaceServer(extra: ReadonlyMap<string, Uint8Array>) {
  const folder = fileURLToPath(new URL('../../build/web/', import.meta.url));
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1);
    const own = extra.get(path);
    response.setHeader('content-security-policy', policy);
    if (path === '') return response.setHeader('content-type', 'text/html').end(page);
    if (own !== undefined) return response.end(own);
    if (!/^sdk\/[\w-]+\.(js|webp)$/.test(path) || !existsSync(folder + path))
      return response.writeHead(404).end();
    return response
      .setHeader('content-type', path.endsWith('js') ? 'text/javascript' : 'image/webp')
      .end(readFileSync(folder + path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Small, because the tests draw in software. */
const tools = `
  window.stage = document.getElementById('stage');
  window.steps = [];
  window.small = { width: 32, height: 32 };
  window.mount = async (look, { limit = 'steady', width = 160, height = 192 } = {}) => {
    if (limit) stage.dataset.face = limit; else delete stage.dataset.face;
    Object.assign(stage.style, { width: width + 'px', height: height + 'px' });
    const { mountFace } = await import('/sdk/face.js');
    window.loaded = await mountFace(stage, look, (next) => {
      window.loaded = next;
      window.covered = stage.querySelectorAll('[data-part="last-frame"]').length;
      steps.push(next.kind);
    });
    return loaded.kind;
  };
  window.frames = async (count) => {
    const until = loaded.face.stats().frames + count;
    while (loaded.face.stats().frames < until) await new Promise((r) => setTimeout(r, 10));
    return loaded.face.stats();
  };`;

/** For a group of tests: opens pages of one server in one browser, and closes both after the last test. */
export function openFaces(extra: ReadonlyMap<string, Uint8Array> = new Map()) {
  let server: Awaited<ReturnType<typeof startFaceServer>>;
  let browser: Browser | undefined;
  beforeAll(async () => {
    server = await startFaceServer(extra);
  });
  afterAll(async () => {
    await browser?.close();
    await server[Symbol.asyncDispose]();
  });
  return async (context: TestContext, before = '') => {
    browser ??= await openBrowser(systemTool(context, 'chromium'), ...webGlFlags);
    return await visitFace(browser, server.url, before);
  };
}

/** A page with `mount(look, options)`, `frames(count)`, `loaded` and `steps`. */
async function visitFace(browser: Browser, url: string, before = '') {
  const visited = await visit(browser, url, { width: 400, height: 400 }, before);
  await visited.page.evaluate(tools);
  return visited;
}

/** The files of the face that a page asked for, without the hashes in their names. */
export const faceFiles = (requests: readonly string[]): string[] =>
  requests.flatMap((url) => /\/sdk\/(face[\w-]*?)(?:-[\w-]{8})?\.(?:js|webp)$/.exec(url)?.[1] ?? []);

/** Makes software rendering look like hardware, with one frame every `everyMs`. */
export const slowly = (everyMs: number): string => `
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, { failIfMajorPerformanceCaveat: _, ...rest } = {}) {
    return getContext.call(this, kind, rest);
  };
  const { getParameter } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.getParameter = function (name) {
    return name === 0x9246 ? 'Some graphics hardware' : getParameter.call(this, name);
  };
  window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), ${everyMs});
  window.cancelAnimationFrame = (id) => clearTimeout(id);`;

export const withoutWebgl = `
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
  };`;

/** Makes the shown face lose its graphics context. */
export const loseContext = `stage.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()`;

/** Playwright's own way of waiting needs `eval`, which the page's policy refuses. */
export const until = async (page: Page, condition: string): Promise<void> => {
  const isSo = async () => (await page.evaluate<boolean>(condition)) || undefined;
  expect(await waitFor(isSo, pollOptions), condition).toBe(true);
};
