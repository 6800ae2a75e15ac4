import type { Field } from '../maths/field.ts';
import { between, seededRandom } from '../maths/random.ts';
import { fractions, mix } from '../maths/smooth.ts';
import { add, cross, scale, subtract, unit, type Vector } from '../maths/vector.ts';

/** A thin ribbon that faces the camera: its two sides, row by row, and the place of the hair below them. */
type Wisp = readonly { readonly sides: readonly [Vector, Vector]; readonly root: Vector }[];

interface WispGround {
  readonly field: Field;
  /** The direction of the hair and of its surface at a point. */
  flowAt(at: Vector, normal: Vector): Vector;
  normalAt(at: Vector): Vector;
  /** Whether there is only skin. A strand beyond the hairline would lie on it like a splinter. */
  isBare(at: Vector): boolean;
  /** How tightly the strands curl, 0 to 1. */
  readonly curl: number;
}

const segments = 5;
const towardsCamera: Vector = [0, 0, 1];

/** Single strands that follow the hair and leave it towards their tips. They break its outline, which looks carved without them. */
export function wispsOn(starts: readonly Vector[], count: number, ground: WispGround): Wisp[] {
  const random = seededRandom(3);
  const wisps = Array.from({ length: starts.length === 0 ? 0 : count }, (): Wisp => {
    const start = starts[Math.floor(random() * starts.length)] ?? [0, 0, 0];
    const step = between(random, 0.05, 0.12) * mix(1, 0.5, ground.curl);
    const lift = between(random, 0.005, 0.05) * mix(1, 1.6, ground.curl);
    const half = between(random, 0.0016, 0.0034);
    const [turn, bend] = [6.3 * random(), mix(0.004, 0.03, ground.curl)];
    let at = start;
    return fractions(segments).map((t) => {
      const normal = ground.normalAt(at);
      const flow = ground.flowAt(at, normal);
      const along = scale(flow, flow[1] > 0 ? -1 : 1);
      const root = add(at, scale(normal, mix(0.004, lift, t * t) - ground.field(...at)));
      const aside = bend * Math.sin(turn + t * mix(3, 9, ground.curl));
      const middle = add(root, scale(cross(normal, along), aside));
      const wide = scale(unit(cross(along, towardsCamera)), half * (1 - 0.8 * t));
      at = add(root, scale(along, step));
      return { sides: [add(middle, wide), subtract(middle, wide)], root };
    });
  });
  return wisps.filter((wisp) => !wisp.some(({ root }) => ground.isBare(root)));
}
