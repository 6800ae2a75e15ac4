export { type Erased, eraseVisitor } from './erase.ts';
export { exportVisitor } from './export.ts';
export { deleteExpiredBatch, startDataRetention } from './retention.ts';
export { listVisitors, readVisitor, type Visitor } from './visitors.ts';
