import { waitFor } from '../../processes/index.ts';
import { startLimitMs } from './launch.ts';
import type { Place } from './place.ts';
import { findPostmaster, hasArguments, stopPostmaster } from './postmaster.ts';
import { clearLeftovers } from './stop.ts';

/** The pid of a server left behind that can be used as it is; one that cannot is stopped. */
export const adopt = async (place: Place, args: string[]): Promise<number | undefined> => {
  const { cluster } = place;
  const found = await waitFor(
    async () => {
      const running = await findPostmaster(cluster);
      return running?.status === 'starting' ? undefined : (running ?? 'none');
    },
    { limitMs: startLimitMs },
  );
  if (found !== undefined && found !== 'none' && found.status === 'ready') {
    if (await hasArguments(cluster, args)) return found.pid;
  }
  const unusable = await findPostmaster(cluster);
  if (unusable !== undefined) await stopPostmaster(unusable.pid);
  await clearLeftovers(place);
  return undefined;
};
