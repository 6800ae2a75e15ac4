import { waitFor } from '../../processes/index.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { startLimitMs } from './launch.ts';
import { findPostmaster, hasArguments, stopPostmaster } from './postmaster.ts';
import { clearLeftovers } from './stop.ts';

/** The pid of a server that was left running and can be used as it is. A server that cannot be used is stopped. */
export const adopt = async (location: ClusterLocation, args: string[]): Promise<number | undefined> => {
  const { cluster } = location;
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
  await clearLeftovers(location);
  return undefined;
};
