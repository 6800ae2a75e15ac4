import type { FaceLook } from './face-look.ts';
import looks from './presets.json' with { type: 'json' };

type Parts = {
  readonly [Part in keyof FaceLook]?: FaceLook[Part] extends object
    ? Partial<FaceLook[Part]>
    : FaceLook[Part];
};

/** The base look. Presets only list their differences from it. */
export const averageLook = looks.average as FaceLook;

export type PresetName = keyof typeof looks.people;

export const lookPresetNames = Object.keys(looks.people) as readonly PresetName[];

/** The built-in looks. */
export const presets = Object.fromEntries(
  Object.entries(looks.people as Record<string, Parts>).map(([name, parts]) => [name, withParts(parts)]),
) as Readonly<Record<PresetName, FaceLook>>;

function withParts(parts: Parts): FaceLook {
  const whole = Object.entries(averageLook).map(([name, usual]) => {
    const own = parts[name as keyof FaceLook];
    return [name, typeof usual === 'object' ? { ...usual, ...(own as object | undefined) } : (own ?? usual)];
  });
  return Object.fromEntries(whole);
}
