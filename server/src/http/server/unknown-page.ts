import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../kernel/index.ts';
import { page } from '../reference/html.ts';
import type { Route } from '../route.ts';

const title = 'There is nothing at this address';
const text = page(
  title,
  html`<main class="visitor">
    <h1>${title}</h1>
    <p class="lead">Please check the address. It may be misspelt, or the page was moved.</p>
    <p><a href="/">Go to the start page</a></p>
  </main>`,
);
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Whether a person has opened the address in a browser. Below the addresses of the API every caller is a program. */
export function isForPerson({ method, headers, url }: FastifyRequest, routes: readonly Route[]): boolean {
  if (!['GET', 'HEAD'].includes(method) || !headers.accept?.includes('text/html')) return false;
  const area = areaOf(url);
  return !routes.some(({ path, document }) => document !== null && areaOf(path) === area);
}

/** The first part of a path. */
const areaOf = (path: string): string => path.split(/[/?]/, 2)[1] ?? '';

export const sendUnknownPage = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('content-security-policy', policy)
    .header('content-type', 'text/html; charset=utf-8')
    .send(text);
