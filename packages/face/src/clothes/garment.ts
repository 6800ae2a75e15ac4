import { lastStation } from '../head/loft.ts';
import { mix } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';
import type { Sheet } from './cloth-builder.ts';
import { folds, type Torso } from './torso.ts';

export interface GarmentPlan {
  /** The station of the neckline by the angle from the front, 0 to π. */
  neckline(angle: number): number;
  /** From the neckline on: how far down it lies and how far off the skin, before the cloth itself begins. */
  readonly hem: readonly (readonly [down: number, off: number])[];
  readonly off: number;
  readonly dye: number;
}

export const sideCount = 72;
const rows = 20;

export const angleAt = (column: number, columns = sideCount): number =>
  (column / columns) * 2 * Math.PI - Math.PI;

/** The cloth over shoulders and chest, hanging from its neckline. */
export function garment(torso: Torso, plan: GarmentPlan): Sheet {
  const columns = Array.from({ length: sideCount }, (_, i) => angleAt(i));
  const starts = columns.map((angle) => plan.neckline(Math.abs(angle)));
  const hemDepth = plan.hem.at(-1)?.[0] ?? 0;
  const hem = plan.hem.map(([down, off]) =>
    columns.map((angle, i) => torso((starts[i] ?? 15) + down, angle, off)),
  );
  const body = Array.from({ length: rows }, (_, row) =>
    columns.map((angle, i): Vector => {
      const start = (starts[i] ?? 15) + hemDepth;
      const station = mix(start, lastStation - 0.05, ((row + 1) / rows) ** 1.15);
      const loose = Math.min(1, (station - start) / 0.8);
      const flat = torso(station, angle, plan.off);
      return torso(station, angle, plan.off + loose * (0.02 + folds(flat)));
    }),
  );
  return { points: [...hem, ...body], closed: true, dye: plan.dye };
}
