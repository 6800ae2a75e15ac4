import type { OverviewRange } from '@parley/protocol/management';

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The axis label of a bucket. */
export const bucketLabel = (at: number, range: OverviewRange): string =>
  (range === '24h' ? hour : day).format(at);
