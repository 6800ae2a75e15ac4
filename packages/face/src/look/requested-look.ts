import { isMovement, type Movement } from '../motion/movement.ts';
import { checkLook, type FaceLook, isFields } from './face-look.ts';
import { presets } from './presets.ts';

/** What to show: a look, or a customer's own model. */
export interface RequestedLook {
  readonly look: FaceLook;
  /** URL of the customer's own VRM or GLB. It is shown instead of the look if possible. */
  readonly model?: string;
  /** URL of the pictures of this very person, for pages without 3D. */
  readonly portrait?: string;
  readonly movement?: Movement;
}

const defaultPreset = 'mara';

/** The preset with this name. An unknown or empty name means the first one. */
const presetNamed = (name: unknown): FaceLook =>
  typeof name === 'string' && Object.hasOwn(presets, name)
    ? presets[name as keyof typeof presets]
    : presets[defaultPreset];

/**
 * Reads the look that a page or the service asks for: the name of a preset, or an object with `preset` (or `look`),
 * `model`, `portrait`, `movement`, and the parts of a look that differ. Invalid parts are ignored, because a slightly different face
 * is better for the visitor than none.
 */
export function readRequestedLook(value: unknown): RequestedLook {
  if (!isFields(value)) return { look: presetNamed(value) };
  const { preset, look, model, portrait, movement, ...parts } = value;
  const base = isFields(look) ? readRequestedLook(look).look : presetNamed(preset ?? look);
  return {
    look: withParts(base, parts),
    ...(isName(model) ? { model } : {}),
    ...(isName(portrait) ? { portrait } : {}),
    ...(isMovement(movement) ? { movement } : {}),
  };
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

function withParts(base: FaceLook, parts: Readonly<Record<string, unknown>>): FaceLook {
  let look = base;
  for (const [name, wanted] of Object.entries(parts)) {
    if (!Object.hasOwn(base, name)) continue;
    const current: unknown = look[name as keyof FaceLook];
    const merged = isFields(current)
      ? Object.entries(isFields(wanted) ? wanted : {}).reduce<unknown>(
          (kept, [field, inner]) => accepted(look, name, kept, { ...(kept as object), [field]: inner }),
          current,
        )
      : accepted(look, name, current, wanted);
    look = { ...look, [name]: merged };
  }
  return look;
}

/** The new value of a part if the look is still valid with it, else the old value. */
function accepted(look: FaceLook, name: string, kept: unknown, next: unknown): unknown {
  return checkLook({ ...look, [name]: next }).ok ? next : kept;
}
