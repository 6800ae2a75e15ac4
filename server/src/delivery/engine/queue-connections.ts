import { type ConnectOptions, connect, type Sql } from '../../db/index.ts';

/** Claiming, storing outcomes, looking for what is due, and extending leases may happen at the same time. */
const max = 4;

/**
 * Connections for the delivery engine. The queue's table fills and empties all day, so the planner's estimate of its
 * size is often wrong: if it assumes that the table is empty, it reads and sorts all of it for every claim. Each
 * statement here has one sensible plan, by index, and these settings leave the planner no other choice.
 */
export const openQueueConnections = (url: string, options: Partial<ConnectOptions> = {}): Sql =>
  connect({
    url,
    max,
    applicationName: 'parley queue',
    parameters: {
      enable_seqscan: 'off',
      enable_bitmapscan: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      enable_sort: 'off',
      plan_cache_mode: 'force_generic_plan',
    },
    ...options,
  });
