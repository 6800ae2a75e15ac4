import type { FastifyRequest } from 'fastify';

/** The token in "Authorization: Bearer …". */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S{1,8192})$/i.exec(headers.authorization ?? '')?.[1];
