/** What a look and a model must be: free of the page, so that the service can ask for the same. */
export { FaceError } from './face-error.ts';
export { checkLook } from './look/check-look.ts';
export type { FaceLook } from './look/face-look.ts';
export { lookPresetNames } from './look/presets.ts';
export { costOf, type GltfDocument, modelLimits, readGlb } from './model/glb.ts';
export { hasMouth, mapMorphs } from './model/morph-names.ts';
