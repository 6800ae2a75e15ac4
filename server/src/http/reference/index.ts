import { readdirSync, readFileSync } from 'node:fs';
import { sendWordError } from '../answers/answers.ts';
import { openPage, type Route } from '../route.ts';
import { apiAddress, apiPage, callId } from './api-page.ts';
import { contractPage, contractTitle } from './contract-page.ts';
import { contractDocuments } from './documents/index.ts';
import { describedEvents, eventPage } from './event-page.ts';
import { docsFolder, guideAddress, guides, quickstart, renderGuide } from './guides.ts';
import { homePage } from './home-page.ts';
import { docsPage } from './layout.ts';
import { referenceStyle } from './reference-style.ts';
import { searchIndex } from './search-index.ts';

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Scripts of the pages, by their address. */
const scripts = {
  '/docs/search.js': new URL('search-box.js', import.meta.url),
  '/docs/copy.js': new URL('copy-buttons.js', import.meta.url),
  '/docs/minisearch.js': new URL(import.meta.resolve('minisearch')),
};

/** The documentation: the guides, and the reference, which describes all other routes. */
export function referenceRoutes(routes: readonly Route[], baseUrl: string, version: string): Route[] {
  const documented = routes.filter(({ document }) => document !== null);
  const tags = [...new Set(documented.map(({ document }) => document?.tag ?? ''))];
  const groups = tags.map((tag) => ({ tag, address: apiAddress(tag) }));
  const page = (
    address: string,
    title: string,
    made: () => Omit<Parameters<typeof docsPage>[0], 'title' | 'address' | 'groups'>,
  ) => served(address, 'text/html', () => docsPage({ title, address, groups, ...made() }));
  const documents = once(() => contractDocuments(routes, { baseUrl, version }));
  return [
    served('/openapi.json', 'application/json', () => JSON.stringify(documents().openApi)),
    served('/asyncapi.json', 'application/json', () => JSON.stringify(documents().asyncApi)),
    schemaRoute(() => documents().files),
    served('/docs/style.css', 'text/css', () => referenceStyle),
    ...Object.entries(scripts).map(([address, file]) =>
      served(address, 'text/javascript', () => readFileSync(file, 'utf8')),
    ),
    served('/docs/search.json', 'application/json', () => JSON.stringify(searchIndex(documented))),
    page('/docs', 'Parley', () => {
      const guide = renderGuide(quickstart);
      return { body: homePage(guide.body, groups, baseUrl) };
    }),
    page('/docs/events', 'Events', () => ({ body: eventPage(), parts: describedEvents() })),
    page('/docs/contract', contractTitle, () => ({ body: contractPage(documents()) })),
    ...groups.map(({ tag, address }) => {
      const calls = documented.filter(({ document }) => document?.tag === tag);
      const parts = calls.map((route) => ({ id: callId(route), text: route.document?.summary ?? '' }));
      return page(address, tag, () => ({ body: apiPage(tag, calls, baseUrl), parts }));
    }),
    ...guides
      .filter(({ file }) => file !== quickstart.file)
      .map((guide) =>
        page(guideAddress(guide.file), guide.title, () => {
          const { body, passages } = renderGuide(guide);
          return { body, parts: passages.map(({ heading }) => heading).filter(({ level }) => level === 2) };
        }),
      ),
    ...pictureRoutes(),
  ];
}

/** Generated at the first request: most processes are never asked for these pages. */
function served(path: string, type: string, make: () => string): Route {
  // Bytes, because text would be encoded again for each request.
  const bytes = once(() => Buffer.from(make()));
  return openPage(path, (_request, reply) =>
    reply
      .header('content-type', `${type}; charset=utf-8`)
      .header('content-security-policy', policy)
      .send(bytes()),
  );
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Other sites may read a schema: tools in browsers fetch what it refers to. */
const schemaRoute = (files: () => ReadonlyMap<string, string>): Route =>
  openPage('/schemas/:file', (request, reply) => {
    const text = files().get((request.params as { file: string }).file);
    if (text === undefined) return sendWordError(reply, 404, 'not_found', 'There is no such schema.');
    return reply
      .header('content-type', 'application/schema+json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(text);
  });

const pictureRoutes = (): Route[] =>
  readdirSync(`${docsFolder}pictures`).map((name) =>
    openPage(`/docs/pictures/${name}`, (_request, reply) =>
      reply
        .header('content-type', name.endsWith('.svg') ? 'image/svg+xml' : 'image/jpeg')
        .header('cache-control', 'public, max-age=86400')
        .send(readFileSync(`${docsFolder}pictures/${name}`)),
    ),
  );
