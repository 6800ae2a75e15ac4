import type { Colour, FaceLook } from './face-look.ts';
import { lookPresetNames, type PresetName, presets } from './presets.ts';
import { readRequestedLook } from './requested-look.ts';
import { channelsOf } from './shades.ts';

const yearsPerUnit = 25;

/**
 * The preset that is most similar to a look. It determines what belongs to a person besides the face, such as a voice.
 * An empty or unknown name means the first preset.
 */
export function nearestPreset(wanted: unknown): PresetName {
  const name = lookPresetNames.find((preset) => preset === wanted);
  if (name !== undefined) return name;
  return nearest(readRequestedLook(wanted).look, distance);
}

/** The preset whose pictures are shown for a look that has none of its own. Here colours and hair count most. */
export const nearestPortrait = (look: FaceLook): PresetName =>
  nearest(look, (one, other) =>
    Math.hypot(
      distance(one, other),
      colourDistance(one.skin.colour, other.skin.colour) / 25,
      Math.min(1.4, colourDistance(one.hair.colour, other.hair.colour) / 50),
      one.hair.style === other.hair.style ? 0 : 1.5,
      one.glasses.style === other.glasses.style ? 0 : 1,
    ),
  );

/** The preset that looks exactly like this, before whatever background. */
export const samePreset = (look: FaceLook): PresetName | undefined => {
  const withoutBackground = ({ background: _, ...rest }: FaceLook): string => JSON.stringify(rest);
  return lookPresetNames.find((name) => withoutBackground(presets[name]) === withoutBackground(look));
};

function nearest(look: FaceLook, distanceOf: (one: FaceLook, other: FaceLook) => number): PresetName {
  const [first] = lookPresetNames
    .map((preset) => ({ preset, distance: distanceOf(look, presets[preset]) }))
    .sort((one, other) => one.distance - other.distance);
  return first?.preset ?? 'mara';
}

function colourDistance(one: Colour, other: Colour): number {
  const [a, b] = [channelsOf(one), channelsOf(other)];
  return Math.hypot(...a.map((value, i) => value - (b[i] ?? 0)));
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
