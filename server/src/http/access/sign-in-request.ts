import type { FastifyRequest } from 'fastify';
import type { SignInRequest } from '../../sign-in/index.ts';
import { sourceBucket } from './source-address.ts';

/** A request as far as signing in is concerned. */
export const signInRequestOf = (request: FastifyRequest): SignInRequest => ({
  cookie: request.headers.cookie,
  address: request.ip,
  source: sourceBucket(request.ip),
  browser: request.headers['user-agent'],
});
