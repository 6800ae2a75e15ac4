import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { readInput, reportReady } from '../../../server/src/testing/load/child.ts';
import { openDatabase } from '../service/open-database.ts';

/**
 * The baselines for the service: Fastify with one bare route each, and nothing else that a service needs: no key, no
 * limits, no request ids, no metrics. Do not change them: old figures would become worthless.
 */
export type BaselineInput = {
  readonly databaseUrl: string;
  readonly accountId: string;
  readonly sessionAnswer: string;
};
export type BaselineReady = { readonly port: number; readonly publicJwk: JWK };

const { databaseUrl, accountId, sessionAnswer } = readInput<BaselineInput>();
const sql = openDatabase(databaseUrl);
const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from bench_avatars`;
const total = counted?.total ?? 0;
const { privateKey, publicKey } = await generateKeyPair('EdDSA');
const header = { alg: 'EdDSA', kid: 'bench', typ: 'JWT' };
const server = fastify();

// The same bytes as the service's answer, made beforehand.
server.get('/session/query', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(sessionAnswer);
});

// The first page by name: one query that its index answers. It does not even count the total.
server.get('/avatars', async () => {
  const avatars = await sql<{ id: string; name: string }[]>`
    select id, name from bench_avatars where account_id = ${accountId} order by sort_key, id limit 20`;
  return {
    avatars,
    pagination: { page: 0, size: 20, total, total_pages: Math.ceil(total / 20), has_next: 20 < total },
  };
});

server.patch<{ Params: { id: string }; Body: { name: string } }>('/avatars/:id', async (request) => {
  const { name } = request.body;
  await sql`
    update bench_avatars set name = ${name}, sort_key = ${name.toLowerCase()} where id = ${request.params.id}`;
  return { id: request.params.id, name };
});

server.post<{ Body: { avatar_id: string; expire_at: number } }>('/auth/generate-token', async (request) => {
  const { avatar_id: avatarId, expire_at: lifetime } = request.body;
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'http://localhost',
    aud: `avatar:${avatarId}`,
    sub: accountId,
    avatar_id: avatarId,
    iat: issuedAt,
    exp: issuedAt + lifetime,
    jti: randomUUID(),
  };
  const jwt = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  return { jwt, expires_in: lifetime, avatar_id: avatarId };
});

const address = await server.listen({ host: '127.0.0.1', port: 0 });
await reportReady({
  port: Number(new URL(address).port),
  publicJwk: { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'EdDSA' },
} satisfies BaselineReady);
process.exit(0);
