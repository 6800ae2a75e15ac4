export { ModelEngine } from './model-engine.ts';
export { ModelFailure } from './model-failure.ts';
export { openModelFolder } from './model-folder.ts';
export { isOwnName, ModelList, type OwnModel, ownFolder } from './model-list.ts';
export { ModelProcess } from './model-process.ts';
export { type Loading, loadSherpa, type ModelAnswer, serveModel } from './serve-model.ts';
export { mustHaveSherpa } from './sherpa-package.ts';
