import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import type { CheckedRequest } from '../../../server/src/testing/load/connections.ts';
import { type Comparison, compare, type Plan } from '../load/alternate.ts';
import { readJson } from '../service/read-json.ts';
import { openContender } from './contender.ts';
import type { Scene } from './scene.ts';

const lifetimeSeconds = 120;
const sampleEvery = 500;

export async function compareTokens(
  scene: Scene,
  plan: Plan,
  signal: AbortSignal,
): Promise<Comparison & { verified: number }> {
  const { service, baseline, key } = scene;
  const avatarId = String(service.avatarId);
  const request = {
    method: 'POST',
    path: '/auth/generate-token',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ avatar_id: avatarId, expire_at: lifetimeSeconds }),
  } as const;
  const own = createTokenCheck(avatarId);
  const bare = createTokenCheck(avatarId);
  using ours = await openContender(service, request, { check: own.check });
  using theirs = await openContender(baseline, request, { check: bare.check });
  const comparison = await compare(ours, theirs, plan, signal);

  const published = await readJson<JSONWebKeySet>(`http://127.0.0.1:${service.port}/.well-known/jwks.json`);
  const verified = await verifyAll(own.samples, published, avatarId);
  await verifyAll(bare.samples, { keys: [baseline.publicJwk] }, avatarId);
  return { ...comparison, verified };
}

/** Checks the form of every answer. Some tokens are kept and verified after the timed part. */
function createTokenCheck(avatarId: string): { check: CheckedRequest['check']; samples: string[] } {
  const samples: string[] = [];
  const before = '{"jwt":"';
  const after = `","expires_in":${lifetimeSeconds},"avatar_id":"${avatarId}"}`;
  let count = 0;
  return {
    samples,
    check({ status, body }) {
      const text = body.toString('latin1');
      if (status !== 200 || !text.startsWith(before) || !text.endsWith(after)) return 'a wrong token';
      count += 1;
      if (count % sampleEvery === 1) samples.push(text.slice(before.length, -after.length));
      return null;
    },
  };
}

async function verifyAll(tokens: readonly string[], keys: JSONWebKeySet, avatarId: string): Promise<number> {
  const keySet = createLocalJWKSet(keys);
  const seen = new Set<string | undefined>();
  for (const token of tokens) {
    const { payload } = await jwtVerify(token, keySet, {
      audience: `avatar:${avatarId}`,
      // A slow run may last longer than the tokens, so their lifetime is checked separately.
      clockTolerance: 3_600,
    });
    if ((payload.exp ?? 0) - (payload.iat ?? 0) !== lifetimeSeconds)
      throw new Error(`a wrong lifetime: ${token}`);
    seen.add(payload.jti);
  }
  if (seen.size !== tokens.length) throw new Error('two tokens have the same jti');
  return seen.size;
}
