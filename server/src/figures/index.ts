export { type Figures, startFigures } from './figures.ts';
export {
  type Range,
  readLatency,
  readLatencyByAvatar,
  readUsage,
  readWebhookHealth,
  spanOf,
} from './overview.ts';
