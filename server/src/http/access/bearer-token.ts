import type { FastifyRequest } from 'fastify';

const mostCharacters = 8_192;

/** The token in "Authorization: Bearer …". */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined => {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token === undefined || token.length > mostCharacters ? undefined : token;
};
