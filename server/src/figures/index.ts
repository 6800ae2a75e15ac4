export { type Analytics, startAnalytics } from './figures.ts';
export { readLatencyByAvatar } from './latency-by-avatar.ts';
export {
  type Range,
  readLatency,
  readUsage,
  readWebhookHealth,
  spanOf,
} from './overview.ts';
