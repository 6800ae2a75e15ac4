import { hairStyles } from '../look/face-look.ts';
import { lookPresetNames } from '../look/presets.ts';

const isRunByName = process.env.PARLEY_LONG_TESTS === '1';

/** Shapes take seconds to build, so a plain `npm test` tries one preset. `npm test packages/face` tries all. */
export const triedPresets = isRunByName ? lookPresetNames : lookPresetNames.slice(0, 1);

/** Others in each plain run. */
export const someHair = isRunByName ? hairStyles : hairStyles.toSorted(() => Math.random() - 0.5).slice(0, 5);
