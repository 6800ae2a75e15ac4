export const hairStyles = [
  'bald',
  'receding',
  'buzz',
  'short',
  'quiff',
  'fringe',
  'curly',
  'afro',
  'pixie',
  'bob',
  'long',
  'wavy',
  'bun',
  'ponytail',
] as const;
export const eyeShapes = ['almond', 'round', 'hooded', 'upturned', 'downturned'] as const;
export const facialHairStyles = ['none', 'stubble', 'moustache', 'goatee', 'beard', 'full-beard'] as const;
export const glassesStyles = ['none', 'round', 'square', 'cat-eye', 'half-rim'] as const;
export const clothesKinds = ['crew', 'v-neck', 'turtleneck', 'shirt', 'blazer', 'suit', 'hoodie'] as const;

export type HairStyle = (typeof hairStyles)[number];
export type EyeShape = (typeof eyeShapes)[number];
export type FacialHairStyle = (typeof facialHairStyles)[number];
export type GlassesStyle = (typeof glassesStyles)[number];
export type ClothesKind = (typeof clothesKinds)[number];

/** `#rrggbb` */
export type Colour = string;

/** What one value of a look must be. */
interface Rule<Value> {
  readonly demand: string;
  accepts(value: unknown): value is Value;
}

const within = (low: number, high: number): Rule<number> => ({
  demand: `must be a number from ${low} to ${high}`,
  accepts: (value): value is number => typeof value === 'number' && value >= low && value <= high,
});

const oneOf = <Name extends string>(names: readonly Name[]): Rule<Name> => ({
  demand: `must be one of ${names.join(', ')}`,
  accepts: (value): value is Name => names.some((name) => name === value),
});

const colour: Rule<Colour> = {
  demand: 'must be a colour such as #a1b2c3',
  accepts: (value): value is Colour => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
};

const yesOrNo: Rule<boolean> = {
  demand: 'must be true or false',
  accepts: (value) => typeof value === 'boolean',
};

/** 0 is average. */
const balance = within(-1, 1);
const share = within(0, 1);

/** One rule for each field of a look. Fields without a rule are refused. */
const rules = {
  /** In years. */
  age: within(18, 90),
  skin: { colour, freckles: share, blush: share },
  face: {
    width: balance,
    /** narrow to square */
    jaw: balance,
    /** short to long */
    chin: balance,
    /** hollow to full */
    cheeks: balance,
    /** Neck, shoulders and the bone above the eyes: slender to broad. */
    build: balance,
  },
  eyes: {
    colour,
    shape: oneOf(eyeShapes),
    size: balance,
    spacing: balance,
    /** Lashes and a line along the lid. */
    lashes: share,
  },
  /** `arch` is straight to arched. */
  brows: { colour, thickness: balance, arch: balance },
  /** `bridge` is flat to high, `tip` is hanging to turned up. */
  nose: { width: balance, length: balance, bridge: balance, tip: balance },
  lips: { colour, fullness: balance, width: balance },
  hair: { style: oneOf(hairStyles), colour },
  facialHair: { style: oneOf(facialHairStyles), colour },
  glasses: { style: oneOf(glassesStyles), colour },
  /** `second` is what is worn under a blazer or suit, and the collar and strings of a hoodie. */
  clothes: { kind: oneOf(clothesKinds), colour, second: colour },
  earrings: yesOrNo,
  /** A gradient from top to bottom. Twice the same colour is a plain background. */
  background: { top: colour, bottom: colour },
};

type ValueOf<Rules> =
  Rules extends Rule<infer Value> ? Value : { readonly [Name in keyof Rules]: ValueOf<Rules[Name]> };

/** Everything that defines a built-in face. */
export type FaceLook = ValueOf<typeof rules>;

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRule = (rule: object): rule is Rule<unknown> => 'demand' in rule;

function complaintsAbout(value: unknown, expected: object, path: string): string[] {
  if (!isFields(value)) return [`${path || 'The look'} must be an object.`];
  const pathTo = (name: string): string => (path ? `${path}.${name}` : name);
  const known = Object.entries(expected as Record<string, object>).flatMap(([name, rule]) => {
    if (!isRule(rule)) return complaintsAbout(value[name], rule, pathTo(name));
    return rule.accepts(value[name]) ? [] : [`${pathTo(name)} ${rule.demand}.`];
  });
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(expected, name));
  return [...known, ...unknown.map((name) => `${pathTo(name)} is not part of a look.`)];
}

export type CheckedLook =
  | { readonly ok: true; readonly look: FaceLook }
  | { readonly ok: false; readonly complaints: readonly string[] };

/** Checks whether a value from outside (a stored setting, a request) is a look. If not, it lists everything that is wrong. */
export function checkLook(value: unknown): CheckedLook {
  const complaints = complaintsAbout(value, rules, '');
  return complaints.length === 0 ? { ok: true, look: value as FaceLook } : { ok: false, complaints };
}
