import { lastStation } from '../head/loft.ts';
import type { Sheet } from '../head/mesh-data.ts';
import { mix, turns } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';
import table from './outlines.json' with { type: 'json' };
import { folds, type Torso } from './torso.ts';

export interface ClothSheet extends Sheet {
  /** 0 for the first colour of the clothes, 1 for the second. Values between are mixtures, values above 1 are metal. */
  readonly dye: number;
}

/** How far along each row of an edge lies, and how far off the skin. */
type Outline = readonly (readonly [along: number, off: number])[];

/**
 * `band` is ribbed: up from the skin, over a round edge, down to the cloth. `edge` is plain. `rollNeck` is
 * folded over once. A `jacket` lies over a shirt, and its lining reaches the skin.
 */
export const outlines = table as unknown as Readonly<
  Record<'band' | 'edge' | 'rollNeck' | 'jacket' | 'lapel', Outline>
>;

interface GarmentPlan {
  /** The station of the neckline by the angle from the front, 0 to π. */
  neckline(angle: number): number;
  /** From the neckline on, before the cloth itself begins. */
  readonly hem: Outline;
  readonly off: number;
  readonly dye: number;
}

const rows = 20;

/** The angles of the columns around the body. */
export const around = turns(72).map((turn) => turn - Math.PI);

/** The cloth over shoulders and chest, hanging from its neckline. */
export function garment(torso: Torso, plan: GarmentPlan): ClothSheet {
  const starts = around.map((angle) => plan.neckline(Math.abs(angle)));
  const hemDepth = plan.hem.at(-1)?.[0] ?? 0;
  const hem = plan.hem.map(([down, off]) =>
    around.map((angle, i) => torso((starts[i] ?? 15) + down, angle, off)),
  );
  const body = Array.from({ length: rows }, (_, row) =>
    around.map((angle, i): Vector => {
      const start = (starts[i] ?? 15) + hemDepth;
      const station = mix(start, lastStation - 0.05, ((row + 1) / rows) ** 1.15);
      const loose = Math.min(1, (station - start) / 0.8);
      const flat = torso(station, angle, plan.off);
      return torso(station, angle, plan.off + loose * (0.02 + folds(flat)));
    }),
  );
  return { points: [...hem, ...body], closed: true, dye: plan.dye };
}
