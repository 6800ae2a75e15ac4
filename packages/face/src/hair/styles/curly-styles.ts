import { noiseAt } from '../../maths/noise.ts';
import { between, type Random } from '../../maths/random.ts';
import { mix, ramp } from '../../maths/smooth.ts';
import { scale, unit, type Vector } from '../../maths/vector.ts';
import { hairline } from '../cap.ts';
import type { HairDesigner } from '../design.ts';
import { edgeRoots, lockAt, type Root, spreadRoots } from '../hair-roots.ts';

const anywhere = (random: Random): Vector =>
  unit([between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)]);

export const curly: HairDesigner = (scalp, random) => {
  const line = hairline(3.3, 4.1, 6.2, 9.2);
  const thickness = (p: Vector): number =>
    mix(0.07, 0.15, ramp(0.2, 0.75, p[1])) * (0.8 + 0.5 * noiseAt(scale(p, 6)));
  const lockOf = (root: Root) => {
    const top = ramp(0.2, 0.75, root.place[1]);
    const forward = ramp(0.1, 0.5, root.place[2]);
    const drift = anywhere(random);
    const high = between(random, 0.02, 0.09);
    return lockAt(root, random, {
      length: mix(0.3, 0.55, top) * between(random, 0.8, 1.25),
      width: 0.052 * between(random, 0.8, 1.25),
      flat: 0.6,
      comb: (p, s) => {
        const out = scalp.outward(p);
        const tumble = 0.7;
        return unit([
          out[0] * 0.5 + drift[0] * tumble,
          out[1] * 0.3 - 0.5 * s + drift[1] * 0.3,
          out[2] * 0.3 + 0.75 * forward * top + drift[2] * tumble,
        ]);
      },
      lift: (s, p) => thickness(p) * mix(0.5, 1, ramp(0, 0.3, s)) + high * Math.sin(Math.PI * s),
      hold: () => 0.6,
      weight: 0.7,
      ease: 0.4,
      curl: { radius: 0.042, turns: between(random, 1.4, 2.3), phase: between(random, 0, 6.28) },
      layer: between(random, 0.66, 1),
      segments: 14,
      sides: 5,
    });
  };
  const roots = [...spreadRoots(scalp, line, 330, random), ...edgeRoots(scalp, line, 36, 1.1, random)];
  return {
    cap: { hairline: line, thickness, comb: (p) => unit([p[0], -0.2, p[2]]), fade: 0.25 },
    locks: roots.map(lockOf),
    fineness: 0.8,
  };
};

/** The depth of an afro, chosen so that its outline is round although the head is not. */
const afroDepth = (p: Vector): number => mix(0.2, 0.34, ramp(-0.5, 0.75, p[1]));

export const afro: HairDesigner = (scalp, random) => {
  const line = hairline(3.3, 4.05, 5.9, 9.6);
  const lockOf = (root: Root) => {
    const depth = afroDepth(root.place) * mix(0.45, 1, ramp(0, 0.8, root.inside));
    const drift = anywhere(random);
    const tall = depth * between(random, 0.9, 1.06);
    // At the edge the curls grow out of the skin itself. A gap before the first curls would look like a band.
    const low = mix(0.08, 0.62, ramp(0.1, 0.6, root.inside));
    return lockAt(root, random, {
      length: tall * mix(1, 0.62, ramp(0.1, 0.6, root.inside)),
      width: 0.07 * between(random, 0.8, 1.2),
      flat: 0.9,
      comb: (p) => {
        const out = scalp.outward(p);
        return unit([out[0] + drift[0] * 0.9, out[1] + drift[1] * 0.9, out[2] + drift[2] * 0.9]);
      },
      lift: (s) => tall * mix(low, 0.98, s),
      hold: () => 0.3,
      ease: 0.6,
      curl: { radius: 0.048, turns: between(random, 0.9, 1.5), phase: between(random, 0, 6.28) },
      layer: between(random, 0.8, 1),
      segments: 7,
      sides: 6,
    });
  };
  const roots = [...spreadRoots(scalp, line, 700, random), ...edgeRoots(scalp, line, 190, 1.35, random)];
  return {
    cap: {
      hairline: line,
      thickness: (p) => afroDepth(p) * (0.62 + 0.24 * noiseAt(scale(p, 9))),
      comb: (p) => unit([p[1], p[2], p[0]]),
      fade: 0.45,
    },
    locks: roots.map(lockOf),
    fineness: 0.7,
  };
};
