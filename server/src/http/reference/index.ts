import { openPage, type Route } from '../route.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';
import { referenceStyle } from './reference-style.ts';

const policy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The routes of the reference, which describes all other routes. */
export function referenceRoutes(routes: readonly Route[], baseUrl: string, version: string): Route[] {
  const document = JSON.stringify(openApiDocument(routes, baseUrl, version));
  const page = referencePage(routes, baseUrl);
  const served = (path: string, type: string, text: string) => {
    // Bytes, because a text would be encoded again for each of many requests at once.
    const bytes = Buffer.from(text);
    return openPage(path, (_request, reply) =>
      reply
        .header('content-type', `${type}; charset=utf-8`)
        .header('content-security-policy', policy)
        .send(bytes),
    );
  };
  return [
    served('/openapi.json', 'application/json', document),
    served('/docs', 'text/html', page),
    served('/docs/style.css', 'text/css', referenceStyle),
  ];
}
