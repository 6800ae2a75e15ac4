import type { FaceLook } from './face-look.ts';
import { lookPresetNames, type PresetName, presets } from './presets.ts';
import { readRequestedLook } from './requested-look.ts';

const yearsPerUnit = 25;

/**
 * The preset that is most similar to a look. It determines what belongs to a person besides the face, such as a voice.
 * An empty or unknown name means the first preset.
 */
export function nearestPreset(wanted: unknown): PresetName {
  const name = lookPresetNames.find((preset) => preset === wanted);
  if (name !== undefined) return name;
  const { look } = readRequestedLook(wanted);
  const [nearest] = lookPresetNames
    .map((preset) => ({ preset, distance: distance(look, presets[preset]) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest?.preset ?? 'mara';
}

/** Age, build and beard say more about a voice than colours do. */
function distance(one: FaceLook, other: FaceLook): number {
  const hasBeard = ({ facialHair }: FaceLook) => (facialHair.style === 'none' ? 0 : 1);
  const differences = [
    (one.age - other.age) / yearsPerUnit,
    2 * (hasBeard(one) - hasBeard(other)),
    1.5 * (one.face.build - other.face.build),
    one.face.jaw - other.face.jaw,
    one.eyes.lashes - other.eyes.lashes,
  ];
  return Math.hypot(...differences);
}
