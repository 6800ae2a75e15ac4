export { eraseVisitor } from './erase.ts';
export { exportVisitor } from './export.ts';
export { deleteExpiredBatch, startDataRetention } from './session-retention.ts';
export { listVisitors, readVisitor } from './visitors.ts';
