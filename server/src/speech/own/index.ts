export { addOwnModel } from './add-own-model.ts';
export { OwnEngine } from './own-engine.ts';
export { type OwnModel, ownModels, readOwnModel, readOwnVoice, removeOwnModel } from './own-models.ts';
export { createOwnVoice } from './own-voice.ts';
