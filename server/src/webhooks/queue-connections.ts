import { type ConnectOptions, connect, type Sql } from '../db/index.ts';

/** Claiming, storing outcomes, looking for what is due, and extending leases may happen at the same time. */
const max = 4;

/**
 * Connections for the delivery engine. The queue's table fills and empties all day, so what the planner believes about its
 * size is often wrong: a table that it takes for empty is read as a whole and sorted for every claim. Here each statement
 * has one sensible plan, by index, and these settings leave the planner no other choice.
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
