import type { ConnectionLimits } from './http/index.ts';
import { maxDescriptors } from './processes/index.ts';
import type { Settings } from './settings/index.ts';

const reservedDescriptors = 500;

/** The database, files and outgoing requests need descriptors of their own. */
export function connectionLimits(
  settings: Pick<Settings, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_SOURCE'>,
): ConnectionLimits {
  const descriptors = maxDescriptors() ?? Number.POSITIVE_INFINITY;
  const forUs = Math.min(reservedDescriptors, Math.ceil(descriptors / 3));
  const total = Math.min(settings.MAX_CONNECTIONS, descriptors - forUs);
  return { total, perSource: Math.min(settings.MAX_CONNECTIONS_PER_SOURCE, total) };
}
