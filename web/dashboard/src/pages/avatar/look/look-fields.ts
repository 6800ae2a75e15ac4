import {
  clothesKinds,
  eyeShapes,
  type FaceLook,
  facialHairStyles,
  glassesStyles,
  hairStyles,
  type PresetName,
  presets,
} from '@parley/face/rules';
import type { Look } from '@parley/protocol/management';

/** One value of a look, by part and name. Parts that are a single value have no name. */
export type LookField = { readonly part: keyof FaceLook; readonly name?: string } & (
  | { readonly kind: 'colour' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'amount'; readonly min: number; readonly max: number; readonly step: number }
  | { readonly kind: 'switch' }
);
export type LookSection = { readonly name: string; readonly fields: readonly LookField[] };

const colour = (part: keyof FaceLook, name = 'colour'): LookField => ({ kind: 'colour', part, name });
const choice = (part: keyof FaceLook, name: string, options: readonly string[]): LookField => ({
  kind: 'choice',
  part,
  name,
  options,
});
const amount = (part: keyof FaceLook, name: string, min = -1): LookField => ({
  kind: 'amount',
  part,
  name,
  min,
  max: 1,
  step: 0.05,
});
const balances = (part: keyof FaceLook, ...names: string[]): LookField[] =>
  names.map((name) => amount(part, name));

/** All fields of a look, in the order of the editor. */
export const lookSections: readonly LookSection[] = [
  { name: 'hair', fields: [choice('hair', 'style', hairStyles), colour('hair')] },
  { name: 'facialHair', fields: [choice('facialHair', 'style', facialHairStyles), colour('facialHair')] },
  {
    name: 'skin',
    fields: [
      colour('skin'),
      amount('skin', 'freckles', 0),
      amount('skin', 'blush', 0),
      { kind: 'amount', part: 'age', min: 18, max: 90, step: 1 },
    ],
  },
  {
    name: 'eyes',
    fields: [
      choice('eyes', 'shape', eyeShapes),
      colour('eyes'),
      ...balances('eyes', 'size', 'spacing'),
      amount('eyes', 'lashes', 0),
    ],
  },
  { name: 'brows', fields: [colour('brows'), ...balances('brows', 'thickness', 'arch')] },
  { name: 'face', fields: balances('face', 'width', 'jaw', 'chin', 'cheeks', 'build') },
  { name: 'nose', fields: balances('nose', 'width', 'length', 'bridge', 'tip') },
  { name: 'lips', fields: [colour('lips'), ...balances('lips', 'fullness', 'width')] },
  {
    name: 'glasses',
    fields: [
      choice('glasses', 'style', glassesStyles),
      colour('glasses'),
      { kind: 'switch', part: 'earrings' },
    ],
  },
  {
    name: 'clothes',
    fields: [choice('clothes', 'kind', clothesKinds), colour('clothes'), colour('clothes', 'second')],
  },
  { name: 'background', fields: [colour('background', 'top'), colour('background', 'bottom')] },
];

/** The complete look: a preset or a custom look. */
export function wholeLook(look: Look): FaceLook {
  if (typeof look !== 'string') return look as unknown as FaceLook;
  return presets[look as PresetName] ?? presets.mara;
}

export function readField(look: FaceLook, { part, name }: LookField): string | number | boolean {
  const value = look[part];
  return typeof value === 'object' ? ((value as Record<string, string | number>)[name ?? ''] ?? '') : value;
}

export function withField(
  look: FaceLook,
  { part, name }: LookField,
  value: string | number | boolean,
): FaceLook {
  const before = look[part];
  const after = typeof before === 'object' ? { ...before, [name ?? '']: value } : value;
  return { ...look, [part]: after } as FaceLook;
}
