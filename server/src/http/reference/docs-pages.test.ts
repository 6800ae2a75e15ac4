import { readdirSync } from 'node:fs';
import { errorCodes, eventSchemas } from '@parley/protocol';
import Value from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app/index.ts';
import { answerExamples } from './answer-examples.ts';
import { docsFolder, guides } from './guides.ts';

describe('the documentation pages', () => {
  let test: TestApp;
  const pages = new Map<string, string>();
  beforeAll(async () => {
    test = await testApp();
    for (const { path } of test.app.routes.filter((route) => route.path.startsWith('/docs'))) {
      const { status, text } = await test.send({ url: path });
      expect(status, path).toBe(200);
      pages.set(path, text);
    }
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it('serve every guide of docs/', () => {
    const files = readdirSync(docsFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    expect(guides.map(({ file }) => `${file}.md`).sort()).toEqual(files.sort());
  });

  it('have no link, picture or anchor that leads nowhere', () => {
    const elsewhere = new Set(['/openapi.json', '/asyncapi.json', '/dashboard', '/avatar/1001']);
    const broken: string[] = [];
    const entries = JSON.parse(pages.get('/docs/search.json') ?? '[]') as { address: string }[];
    const fromSearch = entries.map(({ address }) => ['/docs/search.json', address] as const);
    const fromPages = [...pages]
      .filter(([path]) => !/\.(js|json|css|jpg)$/.test(path))
      .flatMap(([path, text]) =>
        [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, target = '']) => [path, target] as const),
      );
    expect(fromPages.length).toBeGreaterThan(500);
    for (const [path, target] of [...fromPages, ...fromSearch]) {
      if (/^(https?|data):/.test(target) || elsewhere.has(target) || target.startsWith('/schemas/')) continue;
      const [address = '', anchor] = target.split('#');
      const text = pages.get(address === '' ? path : address);
      if (text === undefined || (anchor !== undefined && !text.includes(` id="${decodeURI(anchor)}"`)))
        broken.push(`${path}: ${target}`);
    }
    expect(broken).toEqual([]);
  });

  it('describe every documented route, and every error code', () => {
    const all = [...pages.values()].join('\n');
    for (const { path, document } of test.app.routes)
      if (document !== null) expect(all).toContain(`<code>${path}</code>`);
    for (const { code } of Object.values(errorCodes))
      expect(pages.get('/docs/guides/errors')).toContain(`<td>${code}</td>`);
  });

  it('explain every event of the contract', () => {
    const text = pages.get('/docs/events') ?? '';
    for (const name of ['LOGIN', 'CHAT', 'LOGOUT', ...Object.keys(eventSchemas)]) {
      const meaning = new RegExp(`<code>${name}</code>.*?</h3>\\s*<p>([^<]{20,})</p>`).exec(text)?.[1];
      expect(meaning, name).toBeDefined();
    }
  });

  it('show an example of every answer with a body, and it satisfies the schema', () => {
    const openApi = test.app.routes.filter(({ document }) => document !== null);
    for (const route of openApi) {
      for (const { status, schema, example } of answerExamples(route)) {
        const name = `${route.method} ${route.path} ${status}`;
        if (Number(status) >= 400) {
          expect(example, name).toBeDefined();
          expect(JSON.stringify(example), name).not.toContain('"OK"');
        }
        if (schema === undefined) continue;
        expect([...Value.Errors(schema, example)], name).toEqual([]);
        expect(JSON.stringify(example), name).not.toContain('"…"');
      }
    }
  });

  it('allow no script and no picture of another host', async () => {
    const { headers } = await test.send({ url: '/docs' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*script-src 'self';/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });
});
