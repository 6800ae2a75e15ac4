import { unit } from '../../maths/vector.ts';
import { hairline } from '../cap.ts';
import type { HairDesigner } from '../design.ts';

export const bald: HairDesigner = () => ({ locks: [], fineness: 1 });

export const buzz: HairDesigner = () => ({
  cap: {
    hairline: hairline(3.15, 3.75, 6.0, 10.2),
    thickness: () => 0.016,
    comb: (p) => unit([0.2 * p[0], -0.4, p[1] > 0.5 ? 0.8 : -0.2]),
    fade: 0.16,
  },
  locks: [],
  fineness: 9,
});
