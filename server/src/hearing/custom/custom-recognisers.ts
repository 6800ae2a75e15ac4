import { fileURLToPath } from 'node:url';
import { type CustomModel, ModelList, recogniserKind } from '../../custom-models/index.ts';
import type { RecogniserConfig } from './recogniser-folder.ts';

/** A recogniser that the operator added. */
export type CustomRecogniser = CustomModel & RecogniserConfig;

export const customRecognisers = new ModelList<CustomRecogniser>(recogniserKind);
export const recogniserProgram = fileURLToPath(new URL('./recogniser-main.ts', import.meta.url));
/** The longest turn has half a minute of sound. */
export const hearLimitMs = 20_000;

/** The name in `own:NAME`, the setting of an avatar. Null if it is another setting. */
export const customRecogniserName = (recogniser: string): string | null =>
  recogniser.startsWith('own:') ? recogniser.slice('own:'.length) : null;
