import type { FastifyPluginAsync } from 'fastify';
import { nodeHandler, type WebHandler } from './node.ts';

export type { WebHandler } from './web-handler.ts';

/** A Fastify plugin that serves a gateway or a receiver at a path. Other routes keep their body parsers. */
export const parleyRoute =
  (path: string, handler: WebHandler): FastifyPluginAsync =>
  async (fastify) => {
    const serve = nodeHandler(handler);
    fastify.removeAllContentTypeParsers();
    // The handler reads the body itself, because signatures are made of its raw bytes.
    fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
    fastify.all(path, (request, reply) => {
      reply.hijack();
      serve(request.raw, reply.raw);
    });
  };
