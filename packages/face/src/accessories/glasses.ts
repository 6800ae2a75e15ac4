import type { HeadForm } from '../head/head-form.ts';
import type { GlassesStyle } from '../look/face-look.ts';
import { bell, fractions, mix, ramp, turns } from '../maths/smooth.ts';
import { mirrored, type Vector } from '../maths/vector.ts';
import table from './rims.json' with { type: 'json' };

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

const rims: Record<Exclude<GlassesStyle, 'none'>, Rim> = table;

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
function lensOutline(rim: Rim, centreX: number): Vector[] {
  return turns(sideCount).map((turn) => {
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
  const centreX = form.eye.centre[0] + 0.012;
  const left = lensOutline(rim, centreX);
  const upper = rim.upperOnly ? left.slice(0, sideCount / 2 + 1) : left;
  const front: Vector = [0, 0, 1];
  const inner = centreX - rim.halfWidth;
  const bridge = fractions(12).map((along): Vector => {
    const t = along * 2 - 1;
    return [t * inner, 0.045 + 0.028 * (1 - t * t), glassZ(inner, 0.05) + 0.02 * (1 - t * t)];
  });
  const hinge = left[3] ?? [0.5, 0.05, 0.7];
  const temple = fractions(15).map((t): Vector => {
    const x = mix(hinge[0] - 0.005, earX + 0.012, ramp(0, 0.35, t));
    return [x, mix(hinge[1], 0.05, t) - 0.12 * ramp(0.86, 1, t), mix(hinge[2] - 0.005, -0.2, t)];
  });
  const rod = (line: readonly Vector[], wide: number, up: Vector): Rod => ({
    line,
    closed: false,
    half: [rim.thick * wide, rim.thick * 0.75],
    up,
  });
  const around = { closed: !rim.upperOnly, half: [rim.thick, rim.thick * 0.8], up: front } as const;
  const sideways: Vector = [0, 1, 0];
  return {
    frame: [
      { line: upper, ...around },
      { line: mirrored(upper), ...around },
      rod(bridge, 0.85, front),
      rod(temple, 0.55, sideways),
      rod(mirrored(temple), 0.55, sideways),
    ],
    lenses: [left, mirrored(left)],
    thick: rim.thick,
  };
}
