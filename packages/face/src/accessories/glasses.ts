import type { HeadForm } from '../head/head-form.ts';
import type { GlassesStyle } from '../look/face-look.ts';
import { bell, mix, ramp } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';

interface Rim {
  readonly halfWidth: number;
  readonly halfHeight: number;
  /** 2 is an ellipse, more is squarer. */
  readonly squareness: number;
  readonly thick: number;
  /** How far the outer upper corner is raised. */
  readonly flick: number;
  readonly upperOnly: boolean;
}

const rims: Record<Exclude<GlassesStyle, 'none'>, Rim> = {
  round: { halfWidth: 0.238, halfHeight: 0.228, squareness: 2, thick: 0.017, flick: 0, upperOnly: false },
  square: {
    halfWidth: 0.25,
    halfHeight: 0.2,
    squareness: 3.6,
    thick: 0.024,
    flick: 0.01,
    upperOnly: false,
  },
  'cat-eye': {
    halfWidth: 0.246,
    halfHeight: 0.19,
    squareness: 2.5,
    thick: 0.022,
    flick: 0.055,
    upperOnly: false,
  },
  'half-rim': { halfWidth: 0.24, halfHeight: 0.165, squareness: 3, thick: 0.014, flick: 0, upperOnly: true },
};

/** A part of the frame: a rod along a line. */
export interface Rod {
  readonly line: readonly Vector[];
  readonly closed: boolean;
  /** Half its width and half its thickness. */
  readonly half: readonly [wide: number, thick: number];
  /** The direction in which its thickness lies. */
  readonly up: Vector;
}

export interface Glasses {
  readonly frame: readonly Rod[];
  /** The outline of each lens. */
  readonly lenses: readonly (readonly Vector[])[];
  /** Half the thickness of the frame. */
  readonly thick: number;
}

const sideCount = 56;

/** The outline of the left lens; half a turn from its outer side over the top. */
export function lensOutline(style: Exclude<GlassesStyle, 'none'>, form: HeadForm): Vector[] {
  const rim = rims[style];
  const centreX = form.eye.centre[0] + 0.012;
  return Array.from({ length: sideCount }, (_, i) => {
    const turn = (i / sideCount) * 2 * Math.PI;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const power = 2 / rim.squareness;
    const x = centreX + rim.halfWidth * Math.sign(c) * Math.abs(c) ** power;
    const flick = rim.flick * bell(turn - 0.55, 0.4);
    const y = -0.012 + rim.halfHeight * Math.sign(s) * Math.abs(s) ** power + flick;
    return [x + 0.5 * flick, y, glassZ(x, y)];
  });
}

/** Lenses bend around the face and lean in at the bottom. */
const glassZ = (x: number, y: number): number => 0.862 - 0.32 * Math.max(0, x - 0.12) ** 2 * 2 + 0.1 * y;

export function glassesOf(style: GlassesStyle, form: HeadForm, earX: number): Glasses {
  if (style === 'none') return { frame: [], lenses: [], thick: 0 };
  const rim = rims[style];
  const left = lensOutline(style, form);
  const mirror = (line: readonly Vector[]): Vector[] => line.map(([x, y, z]) => [-x, y, z]);
  const upper = rim.upperOnly ? left.slice(0, sideCount / 2 + 1) : left;
  const front: Vector = [0, 0, 1];
  const rimRod = (line: readonly Vector[]): Rod => ({
    line,
    closed: !rim.upperOnly,
    half: [rim.thick, rim.thick * 0.8],
    up: front,
  });
  const inner = form.eye.centre[0] + 0.012 - rim.halfWidth;
  const bridge = Array.from({ length: 13 }, (_, i): Vector => {
    const t = (i / 12) * 2 - 1;
    return [t * inner, 0.045 + 0.028 * (1 - t * t), glassZ(inner, 0.05) + 0.02 * (1 - t * t)];
  });
  const hinge = left[3] ?? [0.5, 0.05, 0.7];
  const temple = Array.from({ length: 16 }, (_, i): Vector => {
    const t = i / 15;
    const x = mix(hinge[0] - 0.005, earX + 0.012, ramp(0, 0.35, t));
    return [x, mix(hinge[1], 0.05, t) - 0.12 * ramp(0.86, 1, t), mix(hinge[2] - 0.005, -0.2, t)];
  });
  const rod = (line: readonly Vector[], wide: number, up: Vector): Rod => ({
    line,
    closed: false,
    half: [wide, rim.thick * 0.75],
    up,
  });
  const sideways: Vector = [0, 1, 0];
  return {
    frame: [
      rimRod(upper),
      rimRod(mirror(upper)),
      rod(bridge, rim.thick * 0.85, front),
      rod(temple, rim.thick * 0.55, sideways),
      rod(mirror(temple), rim.thick * 0.55, sideways),
    ],
    lenses: [left, mirror(left)],
    thick: rim.thick,
  };
}
