import type { FastifyRequest } from 'fastify';
import type { SignInRequest } from '../../sign-in/index.ts';
import { sourceBucket } from './source-address.ts';

/** The parts of a request that signing in needs. */
export const signInRequestOf = (request: FastifyRequest): SignInRequest => ({
  cookie: request.headers.cookie,
  address: request.ip,
  source: sourceBucket(request.ip),
  browser: request.headers['user-agent'],
});
