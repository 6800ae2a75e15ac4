export { type Analytics, startAnalytics } from './analytics.ts';
export { readLatencyByAvatar } from './latency-by-avatar.ts';
export {
  type Range,
  readLatency,
  readUsage,
  readWebhookHealth,
  timeRangeOf,
} from './overview.ts';
