export type { History, HistoryMessage, OnHistoryError } from './history.ts';
export { createModelBrain, type ModelBrainDeps, type ModelBrains } from './model-brain.ts';
export type { ModelSettings } from './model-server.ts';
export type { TranscriptLine } from './summary.ts';
