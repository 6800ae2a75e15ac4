export { checkBeforeAdding } from './before-adding.ts';
export { ModelEngine } from './model-engine.ts';
export { ModelFailure } from './model-failure.ts';
export { openModelFolder } from './model-folder.ts';
export { type CustomModel, customModelFolder, ModelList, recogniserKind } from './model-list.ts';
export { ModelProcess } from './model-process.ts';
