import { Readable } from 'node:stream';
import { type Call, type CallName, callNames, managementCalls } from '@parley/protocol/management';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalid } from '../../kernel/index.ts';
import { type CallRunner, Download, EventStream } from '../../management/index.ts';
import type { WithCookies } from '../../sign-in/index.ts';
import { sendJson } from '../answers/answers.ts';
import { bodyReader } from '../bodies/body-reader.ts';
import type { Route } from '../route.ts';
import { documentOf, isFile } from './call-document.ts';
import { identifiedOf } from './guard.ts';
import { queryReader } from './query-reader.ts';

const maxBodyBytes = 256 * 1024;
const dryRun = Type.Optional(
  Type.Boolean({ description: 'Check and answer, and change nothing.', default: false }),
);

/** A route for each call of the management API. */
export const managementRoutes = (run: CallRunner): Route[] => callNames.map((name) => routeOf(name, run));

function routeOf(name: CallName, run: CallRunner): Route {
  const call: Call = managementCalls[name];
  const isChange = call.kind === 'change' || call.kind === 'create';
  const query = { ...call.query, ...(isChange ? { dryRun } : {}) };
  const readQuery = queryReader(query);
  const takesFile = call.body !== undefined && isFile(call.body);
  const readBody = call.body === undefined || isFile(call.body) ? () => ({}) : bodyReader(call.body);
  return {
    method: call.method,
    path: call.path,
    access: { kind: 'management', access: call.access },
    ...(takesFile ? { streamsBody: true as const } : { maxBodyBytes }),
    document: documentOf(name, call, query),
    async handle(request, reply) {
      const found = identifiedOf(request);
      const { dryRun: isDryRun = false, ...given } = readQuery(request);
      const input = {
        ...found,
        signed: found.caller.kind === 'person' ? found.caller.signed : null,
        query: given,
        body: withoutBrokenText(readBody(request)),
        expectedVersion: versionIn(request.headers['if-match']),
        lastEventId: request.headers['last-event-id']?.toString(),
        part: (part: string) => (request.params as Record<string, string>)[part] ?? '',
        upload: () => uploadOf(request),
        takeCookies: async <T>(served: WithCookies<T> | Promise<WithCookies<T>>) => {
          const { answer, cookies } = await served;
          for (const cookie of cookies) reply.header('set-cookie', cookie);
          return answer;
        },
      };
      const options = { idempotencyKey: idempotencyKeyIn(request), dryRun: isDryRun === true };
      const answer = await run(name, input, options);
      return sendAnswer(reply, answer, call.kind === 'create' && !options.dryRun ? 201 : 200);
    },
  };
}

/** JSON can contain half of a surrogate pair. PostgreSQL does not store that in its own JSON, such as the audit log. */
function withoutBrokenText<T>(body: T): T {
  if (!isUnicode(body)) throw invalid('A text of the body is not valid Unicode.');
  return body;
}

function isUnicode(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, part]) => name.isWellFormed() && isUnicode(part));
}

function versionIn(header: string | undefined): number | null {
  if (header === undefined || header === '*') return null;
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(header) ?? [];
  if (version === undefined) throw invalid('If-Match must be the ETag of an answer.');
  return Number(version);
}

function idempotencyKeyIn(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length > 200 || !/^[\x21-\x7e]+$/.test(key))
    throw invalid('Idempotency-Key must be 1 to 200 characters without spaces.');
  return key;
}

function uploadOf({ body }: FastifyRequest): Readable {
  if (body instanceof Readable) return body;
  throw invalid('The body is empty: send a file.');
}

function sendAnswer(reply: FastifyReply, answer: unknown, status: number): FastifyReply {
  if (answer instanceof Download) {
    if (answer.fileName !== null)
      reply.header('content-disposition', `attachment; filename="${answer.fileName}"`);
    return reply.header('content-type', answer.type).send(answer.body);
  }
  if (answer instanceof EventStream) return sendEvents(reply, answer);
  const { version } = answer as { version?: unknown };
  if (typeof version === 'number') reply.header('etag', `"${version}"`);
  return sendJson(reply, status, answer);
}

function sendEvents(reply: FastifyReply, stream: EventStream): FastifyReply {
  const headers = { ...reply.getHeaders() } as Record<string, string>;
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  // A browser must learn that the stream is open, even if nothing happens yet.
  reply.raw.flushHeaders();
  if (reply.request.method === 'HEAD') reply.raw.end();
  else stream.start(reply.raw);
  return reply;
}
