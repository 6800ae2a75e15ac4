/** The rules for looks and models. They do not need a browser, so the service applies the same rules. */
export { FaceError } from './face-error.ts';
export { checkLook } from './look/check-look.ts';
export type { FaceLook } from './look/face-look.ts';
export { nearestPreset } from './look/nearest-preset.ts';
export { averageLook, lookPresetNames, presets } from './look/presets.ts';
export { costOf, type GltfDocument, modelLimits, readGlb } from './model/glb.ts';
export { hasMouth, mapMorphs } from './model/morph-names.ts';
