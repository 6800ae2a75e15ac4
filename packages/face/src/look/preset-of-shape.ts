import { headForm } from '../head/head-form.ts';
import type { FaceLook } from './face-look.ts';
import { lookPresetNames, type PresetName, presets } from './presets.ts';

/** The preset that has the same head, hair, beard and clothes, in whatever colours. Its tracing fits the look. */
export function presetOfShape(look: FaceLook): PresetName | undefined {
  const wanted = shapeOf(look);
  return lookPresetNames.find((name) => shapeOf(presets[name]) === wanted);
}

const shapeOf = (look: FaceLook): string =>
  JSON.stringify([headForm(look), look.hair.style, look.facialHair.style, look.clothes.kind]);
