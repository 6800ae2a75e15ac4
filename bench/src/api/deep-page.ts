import { type Comparison, compare, type Plan } from '../load/alternate.ts';
import { pageRequest } from './avatars.ts';
import { openContender } from './contender.ts';
import { pageCheck } from './page-answer.ts';
import type { Scene } from './scene.ts';
import { avatarCount, pageSize, readPage } from './seed.ts';

const lastPage = avatarCount / pageSize - 1;

/** The last page against the first, both of the service; what comes out is the rate of the last by that of the first. */
export async function compareDeepPage(scene: Scene, plan: Plan, signal: AbortSignal): Promise<Comparison> {
  const open = async (page: number) => {
    const rows = await readPage(scene.sql, 'avatars', scene.service.accountId, page);
    return await openContender(scene.service, pageRequest(scene.key, page), pageCheck(rows, page));
  };
  using last = await open(lastPage);
  using first = await open(0);
  return await compare(last, first, plan, signal);
}
