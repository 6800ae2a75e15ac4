import { lookPresetNames } from '../look/presets.ts';

/** Shapes take seconds to build, so a plain `npm test` tries one preset. `npm test packages/face` tries all. */
export const triedPresets =
  process.env.PARLEY_LONG_TESTS === '1' ? lookPresetNames : lookPresetNames.slice(0, 1);
