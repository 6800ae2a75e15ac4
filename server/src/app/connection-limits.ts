import type { ConnectionLimits } from '../http/index.ts';
import { maxDescriptors } from '../processes/index.ts';
import type { Settings } from '../settings/index.ts';

const descriptors = (): number => maxDescriptors() ?? Number.POSITIVE_INFINITY;

/** The database, files and outgoing requests need descriptors of their own. */
export function connectionLimits(
  settings: Pick<Settings, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_SOURCE'>,
): ConnectionLimits {
  const reserved = 500 + 2 * brainRequestLimits().maxRequests;
  const forUs = Math.min(reserved, Math.ceil(descriptors() / 3));
  const total = Math.min(settings.MAX_CONNECTIONS, descriptors() - forUs);
  return { total, perSource: Math.min(settings.MAX_CONNECTIONS_PER_SOURCE, total) };
}

/** Each visitor who waits for an answer uses one request. These limits apply to endpoints and to models separately. */
export function brainRequestLimits(): {
  readonly connectionsPerOrigin: number;
  readonly maxRequests: number;
} {
  const maxRequests = Math.min(4_096, Math.ceil(descriptors() / 8));
  return { connectionsPerOrigin: Math.ceil(maxRequests / 2), maxRequests };
}

/** A shadow may wait. What visitors wait for may not. */
export const shadowRequestLimits = { connectionsPerOrigin: 8, maxRequests: 32, maxWaiting: 32 };
