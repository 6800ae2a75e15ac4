/** The rules for looks and models. They do not need a browser, so the service applies the same rules. */
export { FaceError } from './face-error.ts';
export * from './look/face-look.ts';
export { nearestPreset, samePreset } from './look/nearest-preset.ts';
export { averageLook, lookPresetNames, type PresetName, presets } from './look/presets.ts';
export { readRequestedLook } from './look/requested-look.ts';
export { isPortraitFile, portraitFile } from './portrait/portrait-file.ts';
export { costOf, type GltfDocument, readGlb } from './uploaded-model/glb.ts';
export { modelLimits } from './uploaded-model/model-limits.ts';
export { hasMouth, mapMorphs } from './uploaded-model/morph-names.ts';
