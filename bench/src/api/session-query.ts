import type { CheckedRequest } from '../../../server/src/testing/load/connections.ts';
import { type Comparison, compare, type Plan } from '../load/alternate.ts';
import { openContender } from './contender.ts';
import type { Scene } from './scene.ts';

export async function compareSessionQueries(
  scene: Scene,
  plan: Plan,
  signal: AbortSignal,
): Promise<Comparison> {
  const wanted = Buffer.from(scene.sessionAnswer);
  const request = {
    method: 'GET',
    path: `/session/query?sessionId=${scene.service.sessionId}&fields=avatarStatus,avatarId,userId,lastActivityAt`,
    headers: { 'x-api-key': scene.key },
  } as const;
  const check: CheckedRequest['check'] = ({ status, body }) =>
    status === 200 && body.equals(wanted) ? null : 'a wrong session';
  using ours = await openContender(scene.service, request, { check });
  using theirs = await openContender(scene.baseline, request, { check });
  return await compare(ours, theirs, plan, signal);
}
