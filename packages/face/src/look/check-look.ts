import {
  clothesKinds,
  eyeShapes,
  type FaceLook,
  facialHairStyles,
  glassesStyles,
  hairStyles,
} from './face-look.ts';

export type CheckedLook =
  | { readonly ok: true; readonly look: FaceLook }
  | { readonly ok: false; readonly complaints: readonly string[] };

type Rule = (value: unknown) => string | undefined;
interface Rules {
  readonly [name: string]: Rule | Rules;
}

const within =
  (low: number, high: number): Rule =>
  (value) =>
    typeof value === 'number' && value >= low && value <= high
      ? undefined
      : `must be a number from ${low} to ${high}`;

const oneOf =
  (names: readonly string[]): Rule =>
  (value) =>
    typeof value === 'string' && names.includes(value) ? undefined : `must be one of ${names.join(', ')}`;

const colour: Rule = (value) =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? undefined : 'must be a colour such as #a1b2c3';

const yesOrNo: Rule = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');

const balance = within(-1, 1);
const share = within(0, 1);

/** One rule for each field of a look. Fields without a rule are refused. */
const rules: Rules = {
  age: within(18, 90),
  skin: { colour, freckles: share, blush: share },
  face: { width: balance, jaw: balance, chin: balance, cheeks: balance, build: balance },
  eyes: { colour, shape: oneOf(eyeShapes), size: balance, spacing: balance, lashes: share },
  brows: { colour, thickness: balance, arch: balance },
  nose: { width: balance, length: balance, bridge: balance, tip: balance },
  lips: { colour, fullness: balance, width: balance },
  hair: { style: oneOf(hairStyles), colour },
  facialHair: { style: oneOf(facialHairStyles), colour },
  glasses: { style: oneOf(glassesStyles), colour },
  clothes: { kind: oneOf(clothesKinds), colour, second: colour },
  earrings: yesOrNo,
  background: { top: colour, bottom: colour },
};

function complaintsAbout(value: unknown, expected: Rules, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path || 'The look'} must be an object.`];
  const fields = value as Record<string, unknown>;
  const known = Object.entries(expected).flatMap(([name, rule]) => {
    const place = path ? `${path}.${name}` : name;
    if (typeof rule !== 'function') return complaintsAbout(fields[name], rule, place);
    const complaint = rule(fields[name]);
    return complaint ? [`${place} ${complaint}.`] : [];
  });
  const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(expected, name));
  return [...known, ...unknown.map((name) => `${path ? `${path}.` : ''}${name} is not part of a look.`)];
}

/** Checks whether a value from outside (a stored setting, a request) is a look. If not, it lists everything that is wrong. */
export function checkLook(value: unknown): CheckedLook {
  const complaints = complaintsAbout(value, rules, '');
  return complaints.length === 0 ? { ok: true, look: value as FaceLook } : { ok: false, complaints };
}
