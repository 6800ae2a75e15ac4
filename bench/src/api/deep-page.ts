import { type Comparison, compare, type Plan } from '../load/alternate.ts';
import { pageRequest } from './avatars.ts';
import { openContender } from './contender.ts';
import { pageCheck } from './page-answer.ts';
import type { Scene } from './scene.ts';
import { avatarCount, pageSize, readPage } from './seed.ts';

const lastPage = avatarCount / pageSize - 1;

/**
 * Compares the service's last page with its first. Gives the rate of the last page divided by the rate of the first.
 */
export async function compareDeepPage(scene: Scene, plan: Plan, signal: AbortSignal): Promise<Comparison> {
  const open = async (page: number) => {
    const rows = await readPage(scene.sql, 'avatars', scene.service.accountId, page);
    return await openContender(scene.service, pageRequest(scene.key, page), pageCheck(rows, page));
  };
  using last = await open(lastPage);
  using first = await open(0);
  return await compare(last, first, plan, signal);
}
